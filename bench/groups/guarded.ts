/**
 * Cost of authentication by token and authorization by roles, of audit, and of encrypted Secrets, each compared with a server without it.
 * Reads and writes of a client that is not administrator have a budget (DESIGN section 10), in responses of a bare responder.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vocabulary } from '../../generated/vocabulary.ts';
import { tokenOfAccount } from '../account.ts';
import { named } from '../figures.ts';
import { collection, configMap } from '../objects.ts';
import { report } from '../report.ts';
import { endSubject, type LoadResult, load, type Subject, startBare, startSubject, type Target } from '../subject.ts';

type Measuring = Parameters<typeof load>[1];

const clients = 64;
const objects = 2000;
const objectBytes = 900;
const measured = { warmUpMs: 700, durationMs: 4000, clients };

/** Requests after which both sides have compiled their code: the figure is about a server that runs, not one that starts. */
const compiledAfter = { reads: 20_000, writes: 45_000 };
const secrets = '/api/v1/namespaces/default/secrets';

/** Microseconds of a bare responder's response on the machine that the budget was made on (DESIGN section 10). */
const bareMicros = 20;

/** Cost of a request, and of a bare responder's response just before. */
interface Cost {
	readonly own: LoadResult;
	readonly bare: LoadResult;
}

export async function guarded(built: string): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'orch-bench-'));
	const get = { method: 'GET', path: `${collection}/bench-{i}`, wrap: objects, ...measured };
	const audit = ['--audit-log-path', join(folder, 'audit.log'), '--audit-log-maxbackup', '1'];
	const plain = await costs(built, [], get);
	told('GET, recorded by the audit', await costs(built, audit, get), plain, { target: 40 });
	told('GET by a token of an account and a role', await costs(built, [], get, account), plain, { target: 30 });
	told('GET by a token of an account and a role, recorded by the audit', await costs(built, audit, get, account), plain, { target: 40 });
	await writes(built);
	const create = { method: 'POST', path: secrets, body: secret(), ...measured };
	const clear = join(folder, 'clear.json');
	const resources = [{ resources: ['secrets'], providers: [{ identity: {} }] }];
	const apiVersion = `apiserver.config.${vocabulary.groupDomain}/v1`;
	writeFileSync(clear, JSON.stringify({ apiVersion, kind: 'EncryptionConfiguration', resources }), { mode: 0o600 });
	told('CREATE of a Secret', await costs(built, [], create), await costs(built, ['--encryption-provider-config', clear], create));
	rmSync(folder, { recursive: true, force: true });
}

/**
 * Compares clients of one server, interleaved: the administrator with a certificate, and a service account with a token and a role. The
 * server has its default admission plugins and tracks field managers.
 */
async function writes(built: string): Promise<void> {
	const { subject, bare, end } = await filled(built, []);
	const token = await account(subject);
	const patch = { method: 'PATCH', path: `${collection}/bench-{i}`, contentType: 'application/merge-patch+json', body: '{"data":{"changed":"{n}-{t}"}}' };
	const kinds: readonly (readonly [what: string, target: number, of: (who: string) => Measuring])[] = [
		['CREATE', 125, (who) => ({ method: 'POST', path: collection, body: configMap(`new-${who}-{i}`, objectBytes), ...measured })],
		['merge PATCH', 140, (who) => ({ ...patch, wrap: objects, start: ['first', 'admin', 'account'].indexOf(who), ...measured })],
	];
	for (const [what, target, of] of kinds) {
		await compiled(subject, of('first'), compiledAfter.writes);
		const admin = { own: await load(subject, of('admin')), bare: await answers(bare) };
		const guarded = { own: await load(subject, { ...of('account'), token }), bare: admin.bare };
		told(`${what} by a token of an account and a role`, guarded, admin, { target, limitIs: 'the administrator' });
	}
	await end();
}

function secret(): string {
	const { data, ...rest } = JSON.parse(configMap('new-{n}-{i}', objectBytes)) as { data: Record<string, string> };
	const encoded = Object.entries(data).map(([key, value]) => [key, Buffer.from(value).toString('base64')]);
	return JSON.stringify({ ...rest, kind: 'Secret', data: Object.fromEntries(encoded) });
}

/** Measures a server; `who` returns the client's token. Without it the client is the administrator, with a certificate. */
async function costs(built: string, flags: readonly string[], measuring: Measuring, who?: (subject: Subject) => Promise<string>): Promise<Cost> {
	const { subject, bare, end } = await filled(built, flags);
	const token = await who?.(subject);
	const asked = { ...measuring, ...(token !== undefined && { token }) };
	const [first, count] = measuring.method === 'GET' ? [0, compiledAfter.reads] : [1_000_000, compiledAfter.writes];
	await compiled(subject, { ...asked, start: first }, count);
	const limit = await answers(bare);
	const own = await load(subject, asked);
	await end();
	return { own, bare: limit };
}

/** Starts a server with objects, and a bare responder with one of them. */
async function filled(built: string, flags: readonly string[]): Promise<{ subject: Subject; bare: Target; end: () => Promise<void> }> {
	const subject = await startSubject(built, undefined, flags);
	await load(subject, { method: 'POST', path: collection, body: configMap('bench-{i}', objectBytes), clients, requests: objects });
	const bare = await startBare(subject, (await subject.server.call('GET', `${collection}/bench-1`)).text, 1);
	await compiled(bare, { method: 'GET', path: '/', clients }, compiledAfter.reads);
	const end = async (): Promise<void> => {
		await bare.child.end();
		await endSubject(subject);
	};
	return { subject, bare, end };
}

async function compiled(target: Target, { warmUpMs: _, durationMs: __, ...asked }: Measuring, requests: number): Promise<void> {
	await load(target, { ...asked, requests });
}

function answers(bare: Target): Promise<LoadResult> {
	return load(bare, { method: 'GET', path: '/', ...measured, durationMs: 1500 });
}

function account({ server }: Subject): Promise<string> {
	return tokenOfAccount(server.call, vocabulary.groupDomain);
}

/** Reports a figure. `target` is in µs of the budget's machine; the comparison is in responses of a bare responder. */
function told(what: string, { own, bare }: Cost, limit: Cost, { target, limitIs = 'without it' }: { target?: number; limitIs?: string } = {}): void {
	const name = named(what, clients);
	report({ figure: `${name}, CPU`, value: own.cpuPerRequest * 1e6, unit: 'µs', sense: 'atMost', limit: limit.own.cpuPerRequest * 1e6, limitIs });
	report({
		...{ figure: `${name}, CPU in answers of a bare responder`, value: own.cpuPerRequest / bare.cpuPerRequest, unit: '', sense: 'atMost' },
		...(target !== undefined && { target: target / bareMicros }),
		note: `one takes ${(bare.cpuPerRequest * 1e6).toFixed(1)} µs, at ${Math.round(bare.perSecond)} a second`,
	});
}
