/** Tests that memory between used blocks is returned to the system, which the allocator does not do by itself. */
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

const blocks = 4_000;
const blockBytes = 32 * 1024;

/** Keeps every tenth block, so that no large part of the heap is free as a whole. */
const program = `
	import { trim } from './runtime/node/trim-malloc.ts';
	let blocks = Array.from({ length: ${blocks} }, () => Buffer.alloc(${blockBytes}, 1));
	blocks = blocks.filter((_, i) => i % 10 === 0);
	// What a collection frees is freed by another thread.
	const isFreed = () => process.memoryUsage().arrayBuffers < ${(blocks * blockBytes) / 2};
	const wait = () => (gc(), isFreed() ? done() : setTimeout(wait, 10));
	setTimeout(wait, 10);
	const done = () => {
		const before = process.memoryUsage.rss();
		const known = trim();
		console.log(JSON.stringify({ known, before, after: process.memoryUsage.rss(), kept: blocks.length }));
	};
`;

it.runIf(process.platform === 'linux' && 'glibcVersionRuntime' in (process.report.getReport() as { header: object }).header)('gives back free pages', () => {
	const output = execFileSync(process.execPath, ['--expose-gc', '--no-warnings', '--input-type=module', '--eval', program], { encoding: 'utf8' });
	const { known, before, after } = JSON.parse(output) as { known: boolean; before: number; after: number };
	expect(known).toBe(true);
	expect(before - after).toBeGreaterThan((blocks * blockBytes) / 2);
});
