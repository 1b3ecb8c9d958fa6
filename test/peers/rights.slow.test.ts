/**
 * Compares authorization with kube-apiserver: random requests of users with few rights, with ambiguous paths, verbs and headers. A request
 * that kube-apiserver refuses is refused here too, with the same message. Other tests compare the outcome of accepted requests.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { sample } from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { seedOfCommit, tries } from '../setup/sample.ts';
import { type Attempt, attempt, made, tokenFile } from './rights.ts';
import { type GuardedServer, type Reply, startOrch, startPeer } from './servers.ts';

const peers = process.env.ORCH_PEERS;
if (peers === undefined) {
	console.warn(
		'SKIPPED: no requests of users of few rights were compared with kube-apiserver; ORCH_PEERS=DIR names the folder that `npm run peers:build -- DIR` has filled',
	);
}

const atOnce = 8;
const bodies: Readonly<Record<string, readonly [contentType: string, body: string]>> = {
	POST: ['application/json', '{"metadata":{"name":"new"}}'],
	PUT: ['application/json', '{"metadata":{"name":"a"}}'],
	PATCH: ['application/merge-patch+json', '{}'],
};

async function prepare({ ask, askAs }: GuardedServer): Promise<void> {
	for (const [path, body] of made) {
		const { status, body: said } = await ask('POST', path, JSON.stringify(body), { 'content-type': 'application/json' });
		expect(status, `${path}: ${JSON.stringify(said)}`).toBe(201);
	}
	// The peer learns of roles and bindings a moment later.
	const holds = async (token: string, path: string): Promise<boolean> =>
		(await askAs('GET', path, undefined, { authorization: `Bearer ${token}` })).status === 200;
	await vi.waitUntil(async () => (await holds('bob', '/api/v1/namespaces/peers')) && (await holds('ann', '/api/v1/namespaces/peers/configmaps/a')));
}

async function ask({ askAs }: GuardedServer, { method, path, headers }: Attempt): Promise<Reply> {
	const [contentType, body] = bodies[method] ?? [];
	return askAs(method, path, body, { ...(contentType !== undefined && { 'content-type': contentType }), ...headers });
}

const refusals: readonly number[] = [401, 403];

function messageOf({ body }: Reply): string | undefined {
	return (body as { readonly message?: string }).message;
}

/**
 * Returns the decision alone: the status and reason of a refusal. From 1.36 on the first reason depends on the user's previous
 * impersonation.
 */
function decision(reply: Reply, isImpersonating: boolean): object {
	if (!refusals.includes(reply.status)) return { status: 'let in' };
	return { status: reply.status, message: isImpersonating ? undefined : messageOf(reply) };
}

/** Returns true for differences that `docs/conformance/differences.md` lists; all but the first are refusals here. */
function isListed({ method, path }: Attempt, own: Reply): boolean {
	// Here the method decides the verb, and so the needed rights.
	if (path.includes('/v1/watch/') && method !== 'GET') return true;
	if (own.status < 400) return false;
	// A malformed request is refused before authentication.
	const isMalformed = own.status === 400 && (method === 'HEAD' || /^invalid path|^Impersonate-User is given 2 times/.test(messageOf(own) ?? ''));
	// A watch of one object, and path segments before a resource that imply a verb.
	return isMalformed || /[?&]watch=|\/v1\/(watch|proxy)\//.test(path);
}

function differs(attempt: Attempt, own: Reply, other: Reply): boolean {
	const isImpersonating = messageOf(other)?.includes('impersonate') === true;
	const same = isDeepStrictEqual(decision(own, isImpersonating), decision(other, isImpersonating));
	return !same && !isListed(attempt, own);
}

describe.skipIf(peers === undefined)('users of few rights', () => {
	let folder = '';
	beforeAll(() => {
		folder = mkdtempSync(join(tmpdir(), 'orch-peers-'));
		writeFileSync(join(folder, 'tokens'), tokenFile, { mode: 0o600 });
	});
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	const seed = seedOfCommit();
	it.each(['1.25', '1.36'])(`are let do the same in release %s (seed ${seed})`, async (release) => {
		const tokens = ['--token-auth-file', join(folder, 'tokens')];
		const ours = await startOrch(inject('built').kubernetes, release, ['--authorization-mode', 'RBAC', ...tokens]);
		try {
			const peer = await startPeer(peers ?? '', release, tokens, 'RBAC');
			try {
				await Promise.all([prepare(ours), prepare(peer)]);
				const numRuns = tries({ sample: 1200, full: 10_000 });
				const left = sample(attempt, { seed, numRuns }).values();
				const different: object[] = [];
				const seen = { refused: 0, unknown: 0, letIn: 0 };
				const work = async (): Promise<void> => {
					for (const each of left) {
						const [own, other] = await Promise.all([ask(ours, each), ask(peer, each)]);
						if (other.status === 401) seen.unknown++;
						else if (other.status === 403) seen.refused++;
						else seen.letIn++;
						if (differs(each, own, other)) different.push({ ...each, own: [own.status, messageOf(own)], other: [other.status, messageOf(other)] });
					}
				};
				await Promise.all(Array.from({ length: atOnce }, work));
				expect(different).toEqual([]);
				for (const count of Object.values(seen)) expect(count).toBeGreaterThan(20);
				expect(seen.refused + seen.unknown + seen.letIn).toBe(numRuns);
			} finally {
				await peer.stop();
			}
		} finally {
			await ours.stop();
		}
	});
});
