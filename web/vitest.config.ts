import { defineConfig, mergeConfig } from 'vitest/config';
import page from './vite.config.ts';

// The page's logic in Node, compiled as for a browser; whatever needs a real one is in tests/browser.
export default mergeConfig(
  page,
  defineConfig({
    test: { include: ['src/**/*.test.ts'], environment: './vitest.client.ts', isolate: false, unstubGlobals: true },
  }),
);
