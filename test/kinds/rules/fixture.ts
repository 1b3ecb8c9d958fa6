/** Returns the answer to an object, from a server that each test file starts. */
import { afterAll, beforeAll, expect } from 'vitest';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { type TestServer, testServer } from '../../verbs/write-fixture.ts';

export let server: TestServer;

/** Starts the server; each test file calls this. */
export function withServer(): void {
	beforeAll(async () => {
		server = await testServer({ gates: { MinDomainsInPodTopologySpread: true, MatchLabelKeysInPodTopologySpread: true } });
	});
	afterAll(() => server.close());
}

export const merge = 'application/merge-patch+json';
export const json = 'application/json-patch+json';

/** Returns the message for a body on a dry run; empty when it is accepted. */
async function refusal(path: string, body: JsonObject): Promise<string> {
	const { metadata, ...rest } = body;
	const { status, body: answer } = await server.call('POST', `${path}?dryRun=All`, {
		body: { metadata: { name: 'x', ...((metadata as JsonObject | undefined) ?? {}) }, ...rest },
	});
	return status === 201 ? '' : answer.message.replace(/^.*? is invalid: /, '');
}

export type Row = [what: string, fields: JsonObject, expected: string];

export async function expectRefusal(path: string, body: JsonObject, expected: string): Promise<void> {
	const said = await refusal(path, body);
	if (expected === '') expect(said).toBe('');
	else expect(said).toContain(expected);
	expect(said).not.toContain('rule evaluation error');
}

export const container = { name: 'c', image: 'i' };
export const podSpec = { containers: [container] };
