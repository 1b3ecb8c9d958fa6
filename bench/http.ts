/** GET through the listener and through listener and filters, beside a bare responder with the same bytes and TLS. JSON lines; CPU is this process's, the load generator is another. */
import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Handler } from '../runtime/api/request.ts';
import { authenticator } from '../runtime/auth/authn/authenticator.ts';
import { userOfPeer } from '../runtime/auth/authn/client-certificate.ts';
import { firstOpinion } from '../runtime/auth/authz/authorizer.ts';
import { forbidden } from '../runtime/auth/authz/forbidden.ts';
import { privileged } from '../runtime/auth/authz/privileged-group.ts';
import { openKeys } from '../runtime/auth/pki/keys.ts';
import { chain } from '../runtime/filters/chain.ts';
import { defaultLimits } from '../runtime/filters/with-overload-protection.ts';
import { listen } from '../runtime/http/listener.ts';
import { RequestMetrics } from '../runtime/http/metrics.ts';
import { requestInfo } from '../runtime/http/request-info.ts';
import { bareResponder, fixedHandler } from './http-bare.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 3);
const clients = 64;
const bodyBytes = 1200;
const path = '/api/v1/namespaces/default/configmaps/one';

const folder = await mkdtemp(join(tmpdir(), 'orch-bench-'));
const keys = await openKeys(join(folder, 'pki'), { serving: ['127.0.0.1'], admin: 'admin', authority: 'bench' });
await rm(folder, { recursive: true });
const body = Buffer.alloc(bodyBytes, 'x');

function filtered(): Handler {
	const recorder = new RequestMetrics({ describe: () => ({ removedRelease: undefined }), gauges: [] });
	return chain(
		{
			encodeStatus: (_, error) => ({ status: error.code, headers: {}, body: error.message }),
			onUnexpected: (error) => console.error(error),
			recorder,
			parse: requestInfo,
			authenticate: authenticator({ tokens: [], anonymous: true }),
			authorize: firstOpinion([privileged]),
			forbidden,
			inFlight: { reading: 0, mutating: 0 },
			limits: defaultLimits,
			requestTimeoutMs: 60_000,
		},
		fixedHandler(body),
	);
}

async function listenerOf(handler: Handler): Promise<number> {
	const { port } = await listen({
		tls: { cert: keys.serving.cert, key: keys.serving.key, clientCa: [keys.authority.cert] },
		host: '127.0.0.1',
		port: 0,
		identify: userOfPeer,
		handler,
		onFailure: (error) => console.error(error),
	});
	return port;
}

async function measure(name: string, port: number, protocol: 'http1' | 'http2'): Promise<number> {
	const job = { port, protocol, clients, seconds, path, cert: keys.admin.cert, key: keys.admin.key };
	const before = process.cpuUsage();
	const child = fork(new URL('./http-load.ts', import.meta.url), [JSON.stringify(job)]);
	const result = await new Promise<{ done: number; failed: number; p50: number; p99: number }>((resolve, reject) => {
		child.once('message', (message) => resolve(message as never));
		child.once('exit', (code) => code !== 0 && reject(new Error(`the load generator ended with ${code}`)));
	});
	const { user, system } = process.cpuUsage(before);
	const perCpuSecond = result.done / ((user + system) / 1e6);
	const figure = {
		name,
		protocol,
		clients,
		perSecond: Math.round(result.done / seconds),
		perCpuSecond: Math.round(perCpuSecond),
		cpuMicros: +(1e6 / perCpuSecond).toFixed(1),
		p50Ms: +result.p50.toFixed(2),
		p99Ms: +result.p99.toFixed(2),
		failed: result.failed,
	};
	console.log(JSON.stringify(figure));
	return perCpuSecond;
}

const ports = {
	bare: await bareResponder({ cert: keys.serving.cert, key: keys.serving.key, body }),
	listener: await listenerOf(fixedHandler(body)),
	chain: await listenerOf(filtered()),
};
for (const protocol of ['http1', 'http2'] as const) {
	await measure('warm-up', ports.chain, protocol);
	const limit = await measure('bare responder', ports.bare, protocol);
	const listener = await measure('listener', ports.listener, protocol);
	const whole = await measure('listener and filters', ports.chain, protocol);
	console.log(JSON.stringify({ name: 'fraction of the limit', protocol, listener: +(listener / limit).toFixed(2), chain: +(whole / limit).toFixed(2) }));
}
process.exit(0);
