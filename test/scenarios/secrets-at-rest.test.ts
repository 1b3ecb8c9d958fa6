/** Tests that Secrets are encrypted at rest without configuration. `secrets-at-rest.slow.test.ts` loses, rotates and moves keys. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { makeScratch, type Scratch } from '../setup/scratch.ts';
import { startServer } from '../setup/server.ts';
import { filesThatShow, plant, secrets } from './planted-secrets.ts';

describe('Secrets at rest', () => {
	let scratch: Scratch;
	beforeEach(() => {
		scratch = makeScratch();
	});
	afterEach(() => scratch.remove());

	it('show in no file while the server runs, and after it was killed', async () => {
		const server = await startServer(inject('built').kubernetes, { dataDir: join(scratch.path, 'data') });
		for (const name of ['kept', 'deleted']) await plant(server, name);
		expect((await server.call('DELETE', `${secrets}/deleted`)).status).toBe(200);
		// Proves that the search finds the value in this form.
		const probe = join(scratch.path, 'probe');
		writeFileSync(probe, (await server.call('GET', secrets)).bytes);
		expect(filesThatShow(scratch.path)).toEqual([probe]);
		rmSync(probe);
		await server.kill();
		expect(filesThatShow(scratch.path)).toEqual([]);
	});

	it('have no unknown provider', async () => {
		const config = join(scratch.path, 'encryption.yaml');
		const resources = [{ resources: ['secrets'], providers: [{ rot13: {} }] }];
		writeFileSync(config, JSON.stringify({ apiVersion: 'apiserver.config.k8s.io/v1', kind: 'EncryptionConfiguration', resources }), { mode: 0o600 });
		await expect(startServer(inject('built').kubernetes, { flags: [`--encryption-provider-config=${config}`] })).rejects.toThrow(
			'resources[0].providers[0]: "rot13" is not a provider (expected identity, aesgcm, aescbc, secretbox, kms)',
		);
	});
});
