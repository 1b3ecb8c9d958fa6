/** Tests that the audit of requests, in all stages and with all bodies, equals that of kube-apiserver except for listed differences. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, inject, it, vi } from 'vitest';
import { type AuditedStep, preparing, steps, tokenFile } from './audited.ts';
import { type GuardedServer, startOrch, startPeer } from './servers.ts';

const peers = process.env.ORCH_PEERS;
if (peers === undefined) {
	console.warn('SKIPPED: no audit was compared with kube-apiserver; ORCH_PEERS=DIR names the folder that `npm run peers:build -- DIR` has filled');
}

interface Line {
	readonly auditID: string;
	readonly stage: string;
	readonly level: string;
	readonly verb: string;
	readonly requestURI: string;
	readonly user: { readonly username?: string; readonly groups?: readonly string[] };
	readonly impersonatedUser?: object;
	readonly authenticationMetadata?: object;
	readonly objectRef?: { readonly name?: string };
	readonly responseStatus?: { readonly code: number; readonly status?: string; readonly reason?: string };
	readonly requestObject?: unknown;
	readonly responseObject?: unknown;
	readonly annotations?: Readonly<Record<string, string>>;
}

interface Told {
	readonly status: number | undefined;
	readonly lines: readonly Line[];
}

const policy =
	'apiVersion: audit.k8s.io/v1\nkind: Policy\nrules:\n- {level: Metadata, resources: [{resources: [serviceaccounts/token]}]}\n- {level: RequestResponse}\n';

/** Server with the audit in a file; the number of a step identifies its lines. */
class Audited {
	readonly #folder = mkdtempSync(join(tmpdir(), 'orch-audit-'));
	readonly flags: readonly string[];

	constructor() {
		const at = (name: string, text: string): string => {
			writeFileSync(join(this.#folder, name), text, { mode: 0o600 });
			return join(this.#folder, name);
		};
		const files = ['--audit-policy-file', at('policy.yaml', policy), '--token-auth-file', at('tokens', tokenFile)];
		this.flags = [...files, '--audit-log-path', join(this.#folder, 'log'), '--audit-log-maxsize', '1000'];
	}

	lines(): Map<string, Line[]> {
		const found = new Map<string, Line[]>();
		for (const text of readFileSync(join(this.#folder, 'log'), 'utf8').split('\n')) {
			if (text === '') continue;
			const line = JSON.parse(text) as Line;
			found.set(line.auditID, [...(found.get(line.auditID) ?? []), line]);
		}
		return found;
	}

	remove(): void {
		rmSync(this.#folder, { recursive: true, force: true });
	}
}

async function play(ask: GuardedServer['askAs'], audited: Audited): Promise<{ readonly statuses: readonly number[]; readonly lines: Map<string, Line[]> }> {
	const send = async ({ who, method, path, body, headers }: AuditedStep, id: string): Promise<number> =>
		(await ask(method, path, body, { ...headers, 'audit-id': id, ...(who === '' ? {} : { authorization: `Bearer ${who}` }) })).status;
	for (const [i, step] of preparing.entries()) expect(await send(step, `prepare-${i}`), step.path).toBe(201);
	await vi.waitUntil(async () => (await send({ who: 'writer', method: 'GET', path: '/api/v1/namespaces/peers/configmaps' }, 'probe')) === 200);
	const statuses: number[] = [];
	for (const [i, step] of steps.entries()) statuses.push(await send(step, `step-${i}`));
	const isTold = (): boolean =>
		audited
			.lines()
			.get(`step-${steps.length - 1}`)
			?.some(({ stage }) => stage === 'ResponseComplete') === true;
	await vi.waitUntil(isTold, { timeout: 10_000 });
	return { statuses, lines: audited.lines() };
}

function told({ statuses, lines }: Awaited<ReturnType<typeof play>>, i: number): Told {
	return { status: statuses[i], lines: lines.get(`step-${i}`) ?? [] };
}

/** Returns the compared parts of a line, without random values and without the differences that `docs/conformance/differences.md` lists. */
function compared(
	{ who: _, method, path }: AuditedStep,
	{ level, verb, user, impersonatedUser, authenticationMetadata, objectRef, responseStatus, ...line }: Line,
): object {
	const { name, ...reference } = objectRef ?? {};
	// Our audit contains the name of a created object even if the server generated it or refused the request.
	const isNamed = method !== 'POST' || path.split('/').length > 6;
	// Ours is a Status, kube-apiserver's is text.
	const isOfNothingServed = responseStatus?.code === 404 || responseStatus?.code === 406;
	const hasStatus = !isOfNothingServed && verb !== 'deletecollection';
	return {
		...{ level, verb, user, impersonatedUser, authenticationMetadata, reference, name: isNamed ? name : undefined },
		answer: hasStatus ? { code: responseStatus?.code, status: responseStatus?.status, reason: responseStatus?.reason } : responseStatus?.code,
		uri: line.requestURI.replaceAll(/token=[^&]*/g, ''),
		...(hasStatus && { hasAnswer: line.responseObject !== undefined }),
		// Our audit contains the sent body even if it could not be parsed.
		...(responseStatus?.code !== 400 && { hasRequest: line.requestObject !== undefined }),
		annotations: Object.keys(line.annotations ?? {})
			.filter((key) => !key.endsWith('/missing-rule') && !key.startsWith('apiserver.latency.'))
			.sort(),
	};
}

function differences(step: AuditedStep, own: Told, other: Told): object[] {
	// Other tests compare and list different answers. Refused credentials have one event, which is listed.
	if (own.status !== other.status || step.who === 'wrong') return own.lines.length > 0 ? [] : [{ step, own: 'nothing is told' }];
	const stages = [own, other].map(({ lines }) => lines.map(({ stage }) => stage));
	const seen = own.lines.map((line) => [line.stage, compared(step, line)] as const);
	const others = new Map(other.lines.map((line) => [line.stage, compared(step, line)]));
	return [
		...(JSON.stringify(stages[0]) === JSON.stringify(stages[1]) ? [] : [{ step, stages }]),
		...seen
			.filter(([stage, line]) => !isDeepStrictEqual(line, others.get(stage)))
			.map(([stage, line]) => ({ step, stage, own: line, other: others.get(stage) })),
	];
}

describe.skipIf(peers === undefined)('the audit', () => {
	const built = inject('built').kubernetes;

	it.each(['1.25', '1.36'])('is equal in release %s', async (release) => {
		const [mine, theirs] = [new Audited(), new Audited()];
		const ours = await startOrch(built, release, ['--authorization-mode', 'RBAC', ...mine.flags]);
		try {
			const peer = await startPeer(peers ?? '', release, theirs.flags, 'RBAC');
			try {
				const [own, other] = await Promise.all([play(ours.askAs, mine), play(peer.askAs, theirs)]);
				const different = steps.flatMap((step, i) => differences(step, told(own, i), told(other, i)));
				expect(different).toEqual([]);
				expect(steps.filter((_, i) => own.statuses[i] === other.statuses[i]).length).toBeGreaterThan(150);
			} finally {
				await peer.stop();
			}
		} finally {
			await ours.stop();
			mine.remove();
			theirs.remove();
		}
	});
});
