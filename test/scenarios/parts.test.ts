/** Tests privilege escalation by parts of objects, tokens and reviews against the built server. The attempts are in `parts.ts`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Loose } from '../setup/loose.ts';
import { makeScratch } from '../setup/scratch.ts';
import { call, type ServerProcess, startServer } from '../setup/server.ts';
import { type Attempt, asking, kept, made, parts, tokens } from './parts.ts';

const scratch = makeScratch();
let server: ServerProcess;
const before = new Map<string, Loose>();

/** Returns the fields that a write of a part must not change. */
async function found(path: string): Promise<Loose> {
	const { items } = (await server.call('GET', path)).json() as Loose;
	return items.map(({ metadata: { name, uid, ownerReferences, finalizers, deletionTimestamp }, data, rules, spec, subjects, roleRef }: Loose) => ({
		...{ name, uid, ownerReferences, finalizers, deletionTimestamp, data, rules, spec, subjects, roleRef },
	}));
}

beforeAll(async () => {
	const file = join(scratch.path, 'tokens.csv');
	writeFileSync(file, 'devs,dev,1\n', { mode: 0o600 });
	server = await startServer(inject('built').kubernetes, { flags: ['--emulated-version', '1.36', '--authorization-mode', 'RBAC', '--token-auth-file', file] });
	for (const [path, object] of made) expect((await server.call('POST', path, object)).status, path).toBe(201);
	for (const path of kept) before.set(path, await found(path));
});
afterAll(async () => {
	await server?.remove();
	scratch.remove();
});

async function tries([, code, method, path, body, headers = {}]: Attempt): Promise<void> {
	const { ca } = server.credentials;
	const answer = await call(server.url, { ca }, method, path, body, { authorization: 'Bearer devs', ...headers });
	expect(answer.status, answer.text).toBe(code);
	expect(answer.text).not.toMatch(/PLANTED|UExBTlRF/);
	// Each attempt is one test: an attempt that changed an object would hide the effect of the next.
	for (const list of kept) expect(await found(list), list).toEqual(before.get(list));
}

const titled = (attempts: readonly Attempt[]) => attempts.map((attempt) => ({ what: attempt[0], code: attempt[1], attempt }));

describe('through a part of an object', () => {
	it.each(titled(parts))('$what: $code', ({ attempt }) => tries(attempt));
});
describe('through a token of an account', () => {
	it.each(titled(tokens))('$what: $code', ({ attempt }) => tries(attempt));
});
describe('through reviews', () => {
	it.each(titled(asking))('$what: $code', ({ attempt }) => tries(attempt));
});
it('the namespace stays active', async () => {
	const { metadata, status } = (await server.call('GET', '/api/v1/namespaces/own')).json() as Loose;
	expect([metadata.deletionTimestamp, status]).toEqual([undefined, { phase: 'Active' }]);
});
