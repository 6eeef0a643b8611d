import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { VitePWA } from "vite-plugin-pwa";
import { defineConfig } from "vite";

const SERVER = process.env.TUOLAJI_SERVER ?? "http://127.0.0.1:8097";

export default defineConfig({
  plugins: [
    svelte(),
    paraglideVitePlugin({
      project: "./project.inlang",
      outdir: "./src/paraglide",
      strategy: ["globalVariable", "baseLocale"],
    }),
    VitePWA({
      registerType: "autoUpdate",
      includeAssets: ["icon.svg", "courts/*.svg"],
      workbox: {
        navigateFallbackDenylist: [/^\/(api|ws|healthz|metrics)/],
        globPatterns: ["**/*.{js,css,html,svg,png}"],
      },
      manifest: {
        name: "Tuolaji 拖拉机",
        short_name: "Tuolaji",
        description: "拖拉机 · 升级 · Tractor",
        theme_color: "#1d4a3c",
        background_color: "#1d4a3c",
        display: "standalone",
        start_url: "/",
        icons: [
          { src: "/icon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
          { src: "/icon-256.png", sizes: "256x256", type: "image/png" },
          { src: "/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any maskable" },
        ],
      },
    }),
  ],
  build: {
    outDir: "../src/tuolaji/server/page",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      "/api": { target: SERVER, changeOrigin: false },
      "/ws": { target: SERVER, changeOrigin: false, ws: true },
    },
  },
});
