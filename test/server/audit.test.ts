/** Tests audit with a backend that records the events of clients of a whole stack. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEvent } from '../../runtime/auth/audit/contract.ts';
import { metricValues } from '../setup/metrics.ts';
import { recordingAudit } from './recording-audit.ts';
import { startTestStack, type TestStack } from './stack-fixture.ts';
import { firstLines } from './watching.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';
const recording = recordingAudit();
let stack: TestStack;

beforeAll(async () => {
	stack = await startTestStack({ audit: recording.backend, args: ['--anonymous-auth=false'] });
});
afterAll(() => stack.close());

async function eventsOf(answer: { readonly headers: Readonly<Record<string, unknown>> }, count: number): Promise<AuditEvent[]> {
	return recording.until(count, ({ id }) => id === answer.headers['audit-id']);
}

describe('an audit backend', () => {
	it('receives a write: user, object and outcome', async () => {
		const answer = await stack.ask('POST', configMaps, { metadata: { name: 'a' } });
		const [received, complete] = await eventsOf(answer, 2);
		expect(received).toMatchObject({ stage: 'RequestReceived', level: 'Metadata', uri: configMaps, answer: undefined });
		expect(complete).toMatchObject({
			stage: 'ResponseComplete',
			answer: { code: 201 },
			info: { verb: 'create', resource: 'configmaps', namespace: 'default' },
			user: { name: 'orch-admin', proof: { method: 'ClientCertificate', authority: 'orch' } },
			annotations: { 'authorization.orch.io/decision': 'allow' },
		});
	});

	it('receives refused requests', async () => {
		const answer = await stack.askAnonymously('GET', configMaps);
		expect(answer.status).toBe(401);
		expect((await eventsOf(answer, 2)).map(({ stage, user, answer: told }) => [stage, user, told?.code])).toEqual([
			['RequestReceived', undefined, undefined],
			['ResponseComplete', undefined, 401],
		]);
	});

	it('marks requests of deprecated versions only', async () => {
		const other = recordingAudit();
		const older = await startTestStack({ audit: other.backend, args: ['--emulated-version', '1.21'] });
		const annotations = async (version: string) => {
			const { headers } = await older.ask('GET', `/apis/networking.orch.io/${version}/ingresses`);
			const events = await other.until(2, ({ id }) => id === headers['audit-id']);
			return events.at(-1)?.annotations;
		};
		expect(await annotations('v1beta1')).toMatchObject({ 'orch.io/deprecated': 'true', 'orch.io/removed-release': '1.22' });
		expect(Object.keys((await annotations('v1')) ?? {})).toEqual(['authorization.orch.io/decision', 'authorization.orch.io/reason']);
		await older.close();
	});

	it('counts each event, and each request by level', async () => {
		const short = await startTestStack({ audit: recordingAudit().backend, args: ['--controllers=-*'] });
		for (const path of [configMaps, `${configMaps}/none`]) await short.ask('GET', path);
		const { text } = await short.ask('GET', '/metrics');
		// The scrape itself has one event until it is answered.
		expect(metricValues(text, 'apiserver_audit_event_total')).toEqual([5]);
		expect(metricValues(text, 'apiserver_audit_level_total', { level: 'Metadata' })).toEqual([3]);
		await short.close();
	});

	it('is closed with its stack, when the last request has ended', async () => {
		const other = recordingAudit();
		const short = await startTestStack({ audit: other.backend });
		await short.ask('GET', configMaps);
		expect(other.isClosed()).toBe(false);
		await short.close();
		expect(other.isClosed()).toBe(true);
		expect(other.events.at(-1)?.stage).toBe('ResponseComplete');
	});

	it('receives begin and end of a watch', async () => {
		await firstLines(`${stack.url}${configMaps}?watch=1&resourceVersion=0`, stack.credentials, 1);
		const events = await recording.until(3, ({ info }) => info.verb === 'watch' && info.isResource && info.resource === 'configmaps');
		expect(events.map(({ stage }) => stage)).toEqual(['RequestReceived', 'ResponseStarted', 'ResponseComplete']);
	});
});
