/** kube-apiserver and this server take and refuse the same objects of random definitions, and make the same of them. */
import { describe, expect, inject, it } from 'vitest';
import { compareDefinitions } from '../peers/random-definitions/run.ts';
import { seedOfCommit, tries } from '../setup/sample.ts';

const peers = process.env.ORCH_PEERS;
if (peers === undefined) console.warn('SKIPPED: no random definition was shown to kube-apiserver; ORCH_PEERS=DIR names the folder with its binaries');

const counts = { definitions: tries({ sample: 30, full: 1000 }), objects: tries({ sample: 20, full: 20 }) };

describe.skipIf(peers === undefined)('random definitions', () => {
	it('are taken or refused, and so are their objects', { timeout: 1_200_000 }, async () => {
		const compared = await compareDefinitions({ release: '1.36', built: inject('built').kubernetes, peers: peers ?? '', seed: seedOfCommit(), ...counts });
		expect(compared.definitions.get(201)).toBeGreaterThan(counts.definitions / 2);
		expect(compared.differing).toEqual([]);
	});
});
