/** Resident memory for 100,000 ConfigMaps of 1 KB above idle, and the start with them. Bound: the objects' own bytes. */
import { collection, configMap } from '../objects.ts';
import { residentBytes } from '../process.ts';
import { report } from '../report.ts';
import { endSubject, load, startSubject } from '../subject.ts';

const objects = 100_000;
const objectBytes = 1000;

export async function memory(built: string): Promise<void> {
	// The first start creates keys, with libraries that no other start loads, so a second start measures idle memory.
	const keys = await startSubject(built);
	await keys.server.stop();
	const first = await startSubject(built, keys.dataDir);
	const idle = residentBytes(first.pid);
	await load(first, { method: 'POST', path: collection, body: configMap('m-{i}', objectBytes - 250), clients: 64, requests: objects });
	const afterWrites = residentBytes(first.pid);
	const bytes = Buffer.byteLength((await first.server.call('GET', `${collection}/m-1`)).text) * objects;
	await first.server.stop();
	const before = performance.now();
	const second = await startSubject(built, first.dataDir);
	const seconds = (performance.now() - before) / 1000;
	await new Promise((resolve) => setTimeout(resolve, 2000));
	const loaded = residentBytes(second.pid);
	report({ figure: 'start with 100,000 objects', value: seconds, unit: 's', target: 0.6, sense: 'atMost' });
	report({
		figure: 'memory for 100,000 objects of 1 KB over idle',
		value: (loaded - idle) / bytes,
		unit: '× their bytes',
		target: 1.25,
		sense: 'atMost',
		limit: 1,
		limitIs: `their bytes, ${Math.round(bytes / 1e6)} MB`,
	});
	report({ figure: 'the same right after writing them', value: (afterWrites - idle) / bytes, unit: '× their bytes' });
	await endSubject(second);
}
