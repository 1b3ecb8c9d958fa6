/** Request bodies arrive unchanged for any chunking, and need little more memory than their size. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { BodyBytes } from '../../runtime/http/body-bytes.ts';

/** Returns a chunk with a separate buffer, as Node delivers reads. */
function portion(bytes: number, first: number): Buffer {
	const own = Buffer.from(new ArrayBuffer(bytes));
	for (let i = 0; i < bytes; i++) own[i] = (first + i) % 251;
	return own;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Returns the memory in use after garbage collection. */
function held(): number {
	collect();
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}

describe('the bytes of a body', () => {
	it.each([
		['of nothing', []],
		['in one portion', [5_000]],
		['in a few', [1, 2, 3]],
		['in many small ones', Array.from({ length: 5_000 }, () => 20)],
		['in small and large ones by turns', Array.from({ length: 300 }, (_, i) => (i % 3 === 0 ? 20_000 : (i * 37) % 4_200))],
		['in such as just fill a block, or nearly', [...Array.from({ length: 16 }, () => 1), ...Array.from({ length: 40 }, (_, i) => 4_095 + (i % 3))]],
	])('%s are those that came', (_, sizes) => {
		const bytes = new BodyBytes();
		const all: Buffer[] = [];
		let sent = 0;
		for (const size of sizes) {
			const one = portion(size, sent);
			sent += size;
			all.push(one);
			bytes.add(one);
		}
		expect(bytes.take().equals(Buffer.concat(all))).toBe(true);
	});

	it('are not copied when they arrive in one piece', () => {
		const bytes = new BodyBytes();
		const one = portion(100, 0);
		bytes.add(one);
		expect(bytes.take()).toBe(one);
	});

	it.each([
		['in many small portions', () => 20],
		['in small portions and large ones by turns', (i: number) => (i % 2 === 0 ? 20 : 5_000)],
	])('%s take little more memory than they are', (_, size) => {
		const before = held();
		const bytes = new BodyBytes();
		let sent = 0;
		for (let i = 0; sent < 4_000_000; i++) {
			bytes.add(portion(size(i), i));
			sent += size(i);
		}
		expect(held() - before).toBeLessThan(1.5 * sent);
		expect(bytes.take()).toHaveLength(sent);
	});
});
