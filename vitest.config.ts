import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		projects: [
			{ test: { name: 'fast', include: ['test/**/*.test.ts'], exclude: ['test/**/*.slow.test.ts'], testTimeout: 30_000, hookTimeout: 60_000 } },
			{ test: { name: 'slow', include: ['test/**/*.slow.test.ts'], testTimeout: 600_000, hookTimeout: 120_000, fileParallelism: false } },
		],
	},
});
