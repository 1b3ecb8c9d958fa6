/** Tests logs, shells, ports and attached output through the built server against KWOK's node agent, by kubectl. */
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { issueAuthority, issueLeaf } from '../../runtime/auth/pki/issue.ts';
import { bindProgram, findKubectls, minor } from '../clients/kubectl.ts';
import { type ServerProcess, startServer } from '../setup/server.ts';
import { agentConfig, type KwokAgent, missingForAgent, startKwokAgent } from './cluster/agent.ts';
import { node } from './cluster/cluster.ts';

const programs = process.env.ORCH_PEERS;
const kubectl = findKubectls().at(-1);
const isPossible = programs !== undefined && missingForAgent(programs).length === 0 && kubectl !== undefined;
if (!isPossible) {
	console.warn(
		'SKIPPED: no node agent of KWOK was asked; ORCH_PEERS=DIR names the folder that `npm run peers:build -- DIR --cluster` has filled, and kubectl is on PATH',
	);
}
/** kubectl offers WebSocket from 1.31 on, and SPDY/3.1 always. */
const protocols: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
	['SPDY/3.1', { KUBECTL_REMOTE_COMMAND_WEBSOCKETS: 'false', KUBECTL_PORT_FORWARD_WEBSOCKETS: 'false' }],
	...(kubectl !== undefined && minor(kubectl) >= 31 ? [['WebSocket', {}] as const] : []),
];

describe.skipIf(!isPossible)("KWOK's node agent", { timeout: 120_000 }, () => {
	const folder = mkdtempSync(join(tmpdir(), 'orch-kwok-'));
	let server: ServerProcess;
	let agent: KwokAgent;
	let backend: Server;
	let invoke: ReturnType<typeof bindProgram>;

	const file = (name: string, content: string): string => {
		const path = join(folder, name);
		writeFileSync(path, content, { mode: 0o600 });
		return path;
	};

	beforeAll(async () => {
		const authority = await issueAuthority('the agents');
		const [serving, client] = await Promise.all([
			issueLeaf(authority, { commonName: 'agent', organisations: [], usage: 'server', alternativeNames: ['127.0.0.1'] }),
			issueLeaf(authority, { commonName: 'the-server', organisations: [], usage: 'client', alternativeNames: [] }),
		]);
		const trust = ['--kubelet-certificate-authority', file('agents.crt', authority.cert)];
		const known = ['--kubelet-client-certificate', file('client.crt', client.cert), '--kubelet-client-key', file('client.key', client.key)];
		server = await startServer(inject('built').kubernetes, { flags: ['--emulated-version', '1.36', ...trust, ...known] });
		invoke = bindProgram(kubectl?.path ?? '', server.kubeconfig, folder);
		backend = createServer((_, response) => response.end('from the backend\n')).listen(0, '127.0.0.1');
		await new Promise((resolve) => backend.once('listening', resolve));
		const log = file('container.log', ['one', 'two', 'three'].map((word, at) => `2026-01-01T00:00:0${at}.000000000Z stdout F line ${word}\n`).join(''));
		const config = file('agent.yaml', agentConfig(programs ?? '', { log, port: (backend.address() as AddressInfo).port }));
		agent = await startKwokAgent(programs ?? '', {
			kubeconfig: server.kubeconfig,
			config,
			cert: file('agent.crt', serving.cert),
			key: file('agent.key', serving.key),
		});
		const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, spec: { nodeName: 'n', containers: [{ name: 'c', image: 'i' }] } };
		expect((await server.call('POST', '/api/v1/nodes', node('n'))).status).toBe(201);
		expect((await server.call('POST', '/api/v1/namespaces/default/pods', pod)).status).toBe(201);
		const ready = await invoke(['wait', '--for=condition=Ready', 'pod/web', '--timeout=60s'], { timeoutMs: 70_000 });
		expect(ready.code, `${ready.stderr}\n${agent.said()}`).toBe(0);
	}, 180_000);
	afterAll(async () => {
		await agent?.end();
		await server?.remove();
		backend?.close();
		rmSync(folder, { recursive: true, force: true });
	});

	it('shows the log of a container', async () => {
		const all = await invoke(['logs', 'web']);
		expect([all.stdout, all.stderr]).toEqual(['line one\nline two\nline three\n', '']);
		expect((await invoke(['logs', 'web', '--tail=1'])).stdout).toBe('line three\n');
	});

	it.each(protocols)('runs a command with its input, and reports its failure, over %s', async (_, env) => {
		// KWOK never closes the input of a command, and answers every failure with 1.
		const run = await invoke(['exec', '-i', 'web', '--', 'sh', '-c', 'read line; echo $line; echo wrong >&2; exit 3'], { input: 'hello\n', env });
		expect([run.code, run.stdout]).toEqual([1, 'hello\n']);
		expect(run.stderr).toContain('wrong\n');
	});

	it.each(protocols)('shows new output of a running container, over %s', async (protocol, env) => {
		// KWOK shows what is written after it was asked, so the container writes until kubectl shows a line.
		const line = `2026-01-01T00:00:09.000000000Z stdout F over ${protocol}\n`;
		const writing = setInterval(() => appendFileSync(join(folder, 'container.log'), line), 200);
		try {
			const attached = await invoke(['attach', 'web'], { env, onOutput: (text, stop) => text.includes(`over ${protocol}\n`) && stop() });
			expect(attached.stdout).toContain(`over ${protocol}\n`);
			expect(attached.stdout).not.toContain('line one');
		} finally {
			clearInterval(writing);
		}
	});

	it.each(protocols)('forwards a port of a pod, over %s', async (_, env) => {
		let answer: Promise<string> | undefined;
		await invoke(['port-forward', 'pod/web', ':8080'], {
			env,
			onOutput(text, stop) {
				const port = /127\.0\.0\.1:(\d+)/.exec(text)?.[1];
				if (port === undefined || answer !== undefined) return;
				answer = fetch(`http://127.0.0.1:${port}/`).then((response) => response.text());
				answer.catch(() => undefined).finally(stop);
			},
		});
		expect(await answer).toBe('from the backend\n');
	});
});
