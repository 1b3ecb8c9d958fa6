/** Tests the audit of a built server that goes to a webhook, which may be slow or dead. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { issueAuthority, issueLeaf } from '../../runtime/auth/pki/issue.ts';
import type { Loose } from '../setup/loose.ts';
import { AuditedServer } from './audited-server.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';

let audited: AuditedServer;
const start: AuditedServer['start'] = (...given) => audited.start(...given);

describe('audit with a webhook backend', () => {
	let service: Server;
	let config: string;
	let lists: Loose[];

	const dropped = '--audit-webhook: audit events dropped: https://127.0.0.1';
	const withWebhook = (): string[] => ['--audit-webhook-config-file', config, '--audit-webhook-initial-backoff', '1ms'];

	beforeEach(async () => {
		audited = new AuditedServer();
		const authority = await issueAuthority('those who keep records');
		const leaf = await issueLeaf(authority, {
			commonName: 'audit',
			organisations: [],
			usage: 'server',
			alternativeNames: ['127.0.0.1'],
		});
		lists = [];
		service = createServer({ cert: leaf.cert, key: leaf.key }, async (request, response) => {
			lists.push(JSON.parse(await text(request)));
			response.end('{}');
		}).listen(0, '127.0.0.1');
		await once(service, 'listening');
		config = join(audited.scratch.path, 'audit-kubeconfig');
		const cluster = {
			server: `https://127.0.0.1:${(service.address() as AddressInfo).port}/audit`,
			'certificate-authority-data': Buffer.from(authority.cert).toString('base64'),
		};
		writeFileSync(config, JSON.stringify({ 'current-context': 'a', contexts: [{ name: 'a', context: { cluster: 'a' } }], clusters: [{ name: 'a', cluster }] }));
	});
	afterEach(async () => {
		await audited.end();
		service.closeAllConnections();
		service.close();
	});

	it('sends events in batches', async () => {
		const running = await start(undefined, ...withWebhook(), '--audit-webhook-batch-max-wait', '100ms');
		const answer = await running.call('GET', `${configMaps}/none`);
		await expect
			.poll(() =>
				lists
					.flatMap(({ items }) => items)
					.filter(({ auditID }: Loose) => auditID === answer.headers['audit-id'])
					.map(({ stage }: Loose) => stage),
			)
			.toEqual(['RequestReceived', 'ResponseComplete']);
		expect(lists[0]).toMatchObject({ kind: 'EventList', apiVersion: 'audit.k8s.io/v1' });
		// The remaining events are flushed when the server stops.
		await running.call('GET', `${configMaps}/last`);
		await running.stop();
		expect(JSON.stringify(lists)).toContain(`${configMaps}/last`);
	});

	/** Makes the service hold its answers while `isHeld`. */
	function hold(): { isHeld: boolean; readonly held: (() => void)[]; release(): void } {
		const holding = {
			isHeld: false,
			held: [] as (() => void)[],
			release: () => {
				for (const release of holding.held.splice(0)) release();
			},
		};
		service.removeAllListeners('request').on('request', (request, response) => {
			request.resume();
			if (holding.isHeld) holding.held.push(() => void response.end('{}'));
			else response.end('{}');
		});
		return holding;
	}

	function die(): void {
		service.close();
		service.closeAllConnections();
	}

	it('batch: a service that hangs or is dead delays no request', async () => {
		const service = hold();
		const running = await start(undefined, ...withWebhook(), '--audit-webhook-batch-max-wait', '10ms');
		service.isHeld = true;
		expect((await running.call('GET', configMaps)).status).toBe(200);
		await expect.poll(() => service.held.length).toBe(1);
		expect((await running.call('GET', configMaps)).status).toBe(200);
		service.isHeld = false;
		service.release();
		die();
		expect((await running.call('GET', configMaps)).status).toBe(200);
		await expect.poll(() => running.log()).toContain(dropped);
	});

	it('blocking: a hanging service delays requests, and a dead one fails none', async () => {
		const service = hold();
		const waiting = await start(undefined, ...withWebhook(), '--audit-webhook-mode', 'blocking');
		service.isHeld = true;
		let isAnswered = false;
		const answer = waiting.call('POST', configMaps, { metadata: { name: 'waited-for' } }).finally(() => {
			isAnswered = true;
		});
		// The event of the received request is sent first, then that of its outcome; the client gets no answer before both are
		// accepted.
		for (const _ of ['RequestReceived', 'ResponseComplete']) {
			await expect.poll(() => service.held.length).toBe(1);
			expect(isAnswered).toBe(false);
			service.release();
		}
		expect((await answer).status).toBe(201);
		service.isHeld = false;
		die();
		expect((await waiting.call('GET', configMaps)).status).toBe(200);
		await expect.poll(() => waiting.log()).toContain(dropped);
	});

	it('blocking-strict: a dead service fails requests', async () => {
		die();
		const strict = await start(undefined, ...withWebhook(), '--audit-webhook-mode', 'blocking-strict');
		expect((await strict.call('GET', configMaps)).status).toBe(500);
	});
});
