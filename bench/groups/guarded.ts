/** What it costs to be known by a token and let in by roles, to have requests recorded, and Secrets encrypted: beside the same without it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vocabulary } from '../../generated/vocabulary.ts';
import type { Answer } from '../../test/setup/server.ts';
import { named } from '../figures.ts';
import { collection, configMap } from '../objects.ts';
import { report } from '../report.ts';
import { endSubject, type LoadResult, load, type Subject, startSubject } from '../subject.ts';

type Measuring = Parameters<typeof load>[1];

const clients = 64;
const objects = 2000;
const objectBytes = 900;
const measured = { warmUpMs: 700, durationMs: 4000, clients };
const secrets = '/api/v1/namespaces/default/secrets';

export async function guarded(built: string): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'orch-bench-'));
	const get = { method: 'GET', path: `${collection}/bench-{i}`, wrap: objects, ...measured };
	const audit = ['--audit-log-path', join(folder, 'audit.log'), '--audit-log-maxbackup', '1'];
	const plain = await costs(built, [], get);
	told('GET, recorded by the audit', await costs(built, audit, get), plain, 40);
	told('GET by a token of an account and a role', await costs(built, [], get, account), plain, 30);
	told('GET by a token of an account and a role, recorded by the audit', await costs(built, audit, get, account), plain, 40);
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

/** `who`: gives the token of who asks; the administrator, otherwise, by a certificate. */
async function costs(built: string, flags: readonly string[], measuring: Measuring, who?: (subject: Subject) => Promise<string>): Promise<LoadResult> {
	const subject = await startSubject(built, undefined, flags);
	await load(subject, { method: 'POST', path: collection, body: configMap('bench-{i}', objectBytes), clients, requests: objects });
	const token = await who?.(subject);
	const result = await load(subject, { ...measuring, ...(token !== undefined && { token }) });
	await endSubject(subject);
	return result;
}

/** A token of a service account that may read ConfigMaps by a role of its namespace. */
async function account({ server }: Subject): Promise<string> {
	const group = `rbac.authorization.${vocabulary.groupDomain}`;
	const rbac = `/apis/${group}/v1/namespaces/default`;
	const made = async (path: string, object: object): Promise<Answer> => {
		const answer = await server.call('POST', path, object);
		if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.text}`);
		return answer;
	};
	await made(`${rbac}/roles`, { metadata: { name: 'reading' }, rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'] }] });
	const subjects = [{ kind: 'ServiceAccount', namespace: 'default', name: 'default' }];
	await made(`${rbac}/rolebindings`, { metadata: { name: 'reading' }, roleRef: { apiGroup: group, kind: 'Role', name: 'reading' }, subjects });
	const { status } = (await made('/api/v1/namespaces/default/serviceaccounts/default/token', { spec: {} })).json() as { status: { token: string } };
	return status.token;
}

function told(what: string, { cpuPerRequest }: LoadResult, limit: LoadResult, target?: number): void {
	report({
		...{ figure: `${named(what, clients)}, CPU`, value: cpuPerRequest * 1e6, unit: 'µs', sense: 'atMost', ...(target !== undefined && { target }) },
		...{ limit: limit.cpuPerRequest * 1e6, limitIs: 'without it' },
	});
}
