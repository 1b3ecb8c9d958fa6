/** Load generator, a process of its own: keeps `clients` requests under way for `seconds`. Raw sockets over TLS for HTTP/1.1, so that it costs less than what it measures. */
import http2 from 'node:http2';
import tls from 'node:tls';

interface Job {
	readonly port: number;
	readonly protocol: 'http1' | 'http2';
	readonly clients: number;
	readonly seconds: number;
	readonly path: string;
	readonly cert: string;
	readonly key: string;
}

const job = JSON.parse(process.argv[2] ?? '{}') as Job;
const credentials = { rejectUnauthorized: false, cert: job.cert, key: job.key };
let done = 0;
let failed = 0;
const latencies: number[] = [];
const end = performance.now() + job.seconds * 1000;

function finished(start: number): boolean {
	done++;
	if (done % 16 === 0) latencies.push(performance.now() - start);
	return performance.now() > end;
}

/** One request at a time on one connection. */
function http1Client(): Promise<void> {
	const request = `GET ${job.path} HTTP/1.1\r\nHost: x\r\nAccept: application/json\r\nUser-Agent: bench\r\n\r\n`;
	return new Promise((resolve, reject) => {
		const socket = tls.connect({ port: job.port, host: '127.0.0.1', ALPNProtocols: ['http/1.1'], ...credentials });
		let start = 0;
		let left = 0;
		const next = (): void => {
			start = performance.now();
			left = -1;
			socket.write(request);
		};
		socket.once('secureConnect', next);
		socket.on('error', reject);
		socket.on('data', (chunk: Buffer) => {
			if (left < 0) {
				const head = chunk.indexOf('\r\n\r\n');
				const text = chunk.toString('latin1', 0, head);
				if (!text.startsWith('HTTP/1.1 200')) failed++;
				left = Number(/content-length: (\d+)/i.exec(text)?.[1]) - (chunk.length - head - 4);
			} else left -= chunk.length;
			if (left > 0) return;
			if (finished(start)) {
				socket.destroy();
				resolve();
			} else next();
		});
	});
}

/** Sixteen streams at a time on one connection. */
function http2Client(streams: number): Promise<void> {
	return new Promise((resolve, reject) => {
		const session = http2.connect(`https://127.0.0.1:${job.port}`, credentials);
		let running = streams;
		session.on('error', reject);
		const next = (): void => {
			const start = performance.now();
			const stream = session.request({ ':path': job.path, accept: 'application/json' });
			stream.on('response', (headers) => {
				if (headers[':status'] !== 200) failed++;
			});
			stream.resume();
			stream.on('end', () => {
				if (!finished(start)) next();
				else if (--running === 0) session.close(() => resolve());
			});
		};
		for (let i = 0; i < streams; i++) next();
	});
}

const streamsPerSession = 16;
const clients =
	job.protocol === 'http1'
		? Array.from({ length: job.clients }, http1Client)
		: Array.from({ length: Math.max(1, job.clients / streamsPerSession) }, () => http2Client(Math.min(job.clients, streamsPerSession)));
await Promise.all(clients);
latencies.sort((a, b) => a - b);
const at = (q: number): number => latencies[Math.floor(latencies.length * q)] ?? 0;
process.send?.({ done, failed, p50: at(0.5), p99: at(0.99) });
process.disconnect?.();
