/** What it costs to have requests recorded, and Secrets encrypted: beside the same without it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vocabulary } from '../../generated/vocabulary.ts';
import { named } from '../figures.ts';
import { collection, configMap } from '../objects.ts';
import { report } from '../report.ts';
import { endSubject, type LoadResult, load, startSubject } from '../subject.ts';

type Measuring = Parameters<typeof load>[1];

const clients = 64;
const objects = 2000;
const objectBytes = 900;
const measured = { warmUpMs: 700, durationMs: 4000, clients };
const secrets = '/api/v1/namespaces/default/secrets';

export async function guarded(built: string): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'orch-bench-'));
	const get = { method: 'GET', path: `${collection}/bench-{i}`, wrap: objects, ...measured };
	const plain = await costs(built, [], get);
	const audited = await costs(built, ['--audit-log-path', join(folder, 'audit.log'), '--audit-log-maxbackup', '1'], get);
	told('GET, recorded by the audit', audited, plain, 40);
	const create = { method: 'POST', path: secrets, body: secret(), ...measured };
	const clear = join(folder, 'clear.json');
	const resources = [{ resources: ['secrets'], providers: [{ identity: {} }] }];
	const apiVersion = `apiserver.config.${vocabulary.groupDomain}/v1`;
	writeFileSync(clear, JSON.stringify({ apiVersion, kind: 'EncryptionConfiguration', resources }), { mode: 0o600 });
	told('CREATE of a Secret', await costs(built, [], create), await costs(built, ['--encryption-provider-config', clear], create));
	rmSync(folder, { recursive: true, force: true });
}

function secret(): string {
	const { data, ...rest } = JSON.parse(configMap('new-{n}-{i}', objectBytes)) as { data: Record<string, string> };
	const encoded = Object.entries(data).map(([key, value]) => [key, Buffer.from(value).toString('base64')]);
	return JSON.stringify({ ...rest, kind: 'Secret', data: Object.fromEntries(encoded) });
}

async function costs(built: string, flags: readonly string[], measuring: Measuring): Promise<LoadResult> {
	const subject = await startSubject(built, undefined, flags);
	await load(subject, { method: 'POST', path: collection, body: configMap('bench-{i}', objectBytes), clients, requests: objects });
	const result = await load(subject, measuring);
	await endSubject(subject);
	return result;
}

function told(what: string, { cpuPerRequest }: LoadResult, limit: LoadResult, target?: number): void {
	report({
		...{ figure: `${named(what, clients)}, CPU`, value: cpuPerRequest * 1e6, unit: 'µs', sense: 'atMost', ...(target !== undefined && { target }) },
		...{ limit: limit.cpuPerRequest * 1e6, limitIs: 'without it' },
	});
}
