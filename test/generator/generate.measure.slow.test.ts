/** Measures generation of all built-in kinds in the processor time of this thread; other threads collect garbage concurrently. */
import { expect, it } from 'vitest';
import { readSources, specRoots } from '../../generator/command/spec-roots.ts';
import { emptyGenerationCache, generate } from '../../generator/generate.ts';
import { slowness } from '../setup/slowness.ts';

async function threadMs(work: () => Promise<unknown>): Promise<number> {
	const start = process.threadCpuUsage();
	await work();
	const { user, system } = process.threadCpuUsage(start);
	return (user + system) / 1000;
}

it('generates all built-in kinds from cold in 5 s, and in half a second after one file was touched', async () => {
	const sources = await readSources(await specRoots([]));
	const kept = emptyGenerationCache();
	const coldMs = await threadMs(async () => {
		const { diagnostics } = await generate({ sources, kept });
		expect(diagnostics.filter((one) => one.severity === 'error').map((one) => one.message)).toEqual([]);
	});
	expect(coldMs).toBeLessThan(5000 * slowness());
	const spentMs: number[] = [];
	for (let i = 0; i < 3; i++) {
		const touched = sources.map((one) => (one.path === 'core/configmap.yaml' ? { ...one, text: `${one.text}# touched ${i}\n` } : one));
		spentMs.push(await threadMs(() => generate({ sources: touched, kept })));
	}
	// Takes the minimum, because other load on the machine only slows runs down.
	expect(Math.min(...spentMs)).toBeLessThan(500 * slowness());
	expect(Math.min(...spentMs) / coldMs).toBeLessThan(0.4);
});
