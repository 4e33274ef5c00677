// Has keys go to the game without a click first, and starts it again after its end.
addEventListener("DOMContentLoaded", () => {
  const again = document.getElementById("again");
  again.addEventListener("click", () => location.reload());
  let playing = false;
  new MutationObserver(() => {
    const shown = document.body.classList;
    if (shown.contains("-closed")) {
      again.focus();
    } else if (!playing && shown.contains("-first-byte")) {
      playing = true;
      document.querySelector(".xterm-helper-textarea").focus();
    }
  }).observe(document.body, { attributes: true, attributeFilter: ["class"] });
});
