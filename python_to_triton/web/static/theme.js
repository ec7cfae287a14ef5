// Runs before the first paint, so that a remembered theme does not flash. Without one the system's holds.
(() => {
  let remembered = null;
  try {
    remembered = localStorage.getItem("theme");
  } catch (refusal) {
    console.info("the theme is not remembered:", refusal.message); // storage may be switched off
  }
  if (remembered === "light" || remembered === "dark") document.documentElement.dataset.theme = remembered;
})();
