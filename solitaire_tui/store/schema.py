"""The tables of the database, and how each version of them becomes the next."""

from __future__ import annotations

from typing import Final

APPLICATION_ID: Final = 0x53544B31
"""Stands in the file's header, so that a database of another program is told from ours."""

MIGRATIONS: Final[tuple[str, ...]] = (
    """
    CREATE TABLE attempts (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        game TEXT NOT NULL,
        rules TEXT NOT NULL,                    -- the options that are on, sorted, with commas between
        deal INTEGER,                           -- null: dealt from a deck of its own
        deck TEXT,                              -- the shuffled cards where there is no number
        cards TEXT NOT NULL,                    -- fingerprint of the shuffled cards
        started TEXT NOT NULL,                  -- UTC
        started_date TEXT NOT NULL,             -- the player's date
        daily TEXT,                             -- the date whose daily deal it is
        strict INTEGER NOT NULL DEFAULT 0,
        restart INTEGER NOT NULL DEFAULT 0,
        seen INTEGER NOT NULL DEFAULT 0,
        imported INTEGER NOT NULL DEFAULT 0,
        wishes TEXT NOT NULL DEFAULT '{}',      -- JSON, by pile
        wishes_locked INTEGER NOT NULL DEFAULT 0,
        given_up INTEGER NOT NULL DEFAULT 0,
        marks TEXT NOT NULL DEFAULT '[]',       -- JSON
        line TEXT NOT NULL DEFAULT '[]',        -- JSON: steps, each a list of moves; those to redo included
        cursor INTEGER NOT NULL DEFAULT 0,      -- how many steps lead to the present position
        standing TEXT NOT NULL DEFAULT 'playing',
        score INTEGER,                          -- wishes granted at the end of the line
        seconds REAL NOT NULL DEFAULT 0,
        undos INTEGER NOT NULL DEFAULT 0,
        hints INTEGER NOT NULL DEFAULT 0,
        peeks INTEGER NOT NULL DEFAULT 0,
        saved TEXT NOT NULL,
        saved_date TEXT NOT NULL,
        result TEXT,                            -- null: not fixed yet
        ended TEXT,
        ended_date TEXT,
        final TEXT,                             -- JSON: the moves when the result was fixed
        restarted INTEGER NOT NULL DEFAULT 0,   -- ended by a restart that redoing takes back
        note TEXT NOT NULL DEFAULT '',
        bookmarked INTEGER NOT NULL DEFAULT 0,
        holder TEXT                             -- whose table it is on
    );
    CREATE INDEX attempts_of_deal ON attempts (cards);
    CREATE INDEX attempts_open ON attempts (game) WHERE result IS NULL;
    CREATE INDEX attempts_held ON attempts (holder) WHERE holder IS NOT NULL;
    CREATE TABLE bookmarks (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        attempt INTEGER NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,
        label TEXT NOT NULL,
        line TEXT NOT NULL,                     -- JSON: the steps that lead to the position
        made TEXT NOT NULL
    );
    CREATE INDEX bookmarks_of_attempt ON bookmarks (attempt);
    """,
    """
    ALTER TABLE attempts ADD COLUMN trail TEXT NOT NULL DEFAULT '';  -- JSON: the lines that jumps to bookmarks left
    """,
)
"""What leads from each version of the schema to the next. A released one is never changed."""

TABLES: Final = {"attempts": "trail", "bookmarks": "made"}
"""Every table with the column added last."""
