/** What is said of an object that is sent, on a server that every file has of its own. */
import { afterAll, beforeAll, expect } from 'vitest';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { type TestServer, testServer } from '../../verbs/write-fixture.ts';

export let server: TestServer;

/** To be called by each file that asks it. */
export function withServer(): void {
	beforeAll(async () => {
		server = await testServer({ gates: { MinDomainsInPodTopologySpread: true, MatchLabelKeysInPodTopologySpread: true } });
	});
	afterAll(() => server.close());
}

export const merge = 'application/merge-patch+json';
export const json = 'application/json-patch+json';

/** What is said of a body, on a dry run: nothing when it is accepted. */
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
