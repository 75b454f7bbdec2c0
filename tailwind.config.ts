import type { Config } from "tailwindcss";

/**
 * A colour token and, if text is displayed on it, the colour of that text. client/src/styles.css
 * has the values for both themes.
 */
const token = (name: string) => `var(--${name})`;
const meaning = (name: string) => ({ DEFAULT: token(name), soft: token(`${name}-soft`), on: token(`on-${name}`) });

/**
 * All colours, sizes and weights of the portal. `theme` (not `extend`) replaces Tailwind's own
 * palette and type scale, so a raw colour such as `bg-red-500` does not exist.
 */
export default {
  content: ["./client/index.html", "./client/src/**/*.{ts,tsx}"],
  darkMode: "media",
  theme: {
    colors: {
      transparent: "transparent",
      current: "currentColor",
      background: token("background"),
      surface: token("surface"),
      raised: token("raised"),
      border: { DEFAULT: token("border"), strong: token("border-strong") },
      text: token("text"),
      muted: token("muted"),
      accent: { ...meaning("accent"), strong: token("accent-strong") },
      positive: meaning("positive"),
      warning: meaning("warning"),
      danger: { ...meaning("danger"), strong: token("danger-strong") },
      info: meaning("info"),
      notice: { DEFAULT: token("notice"), on: token("on-notice") },
      backdrop: token("backdrop"),
    },
    fontFamily: {
      sans: ['"Inter Variable"', "system-ui", "sans-serif"],
      mono: ["ui-monospace", "SFMono-Regular", "Menlo", "monospace"],
    },
    fontSize: {
      xs: ["0.8125rem", { lineHeight: "1.25rem" }],
      sm: ["0.875rem", { lineHeight: "1.25rem" }],
      base: ["1rem", { lineHeight: "1.5rem" }],
      lg: ["1.25rem", { lineHeight: "1.75rem", letterSpacing: "-0.01em" }],
      xl: ["1.75rem", { lineHeight: "2.25rem", letterSpacing: "-0.02em" }],
    },
    fontWeight: { normal: "400", medium: "500", semibold: "600" },
    borderRadius: { none: "0", sm: "4px", DEFAULT: "6px", lg: "10px", full: "9999px" },
    boxShadow: { none: "none", raised: token("shadow-raised"), overlay: token("shadow-overlay") },
    extend: {
      // The least height of a control and of a row. styles.css makes both higher on touch screens,
      // so no component needs a rule of its own.
      spacing: { control: token("control"), row: token("row"), page: token("page") },
      zIndex: { sticky: "10", drawer: "30", dialog: "40", popover: "50", toast: "60" },
    },
  },
} satisfies Config;
