/** External client programs that read exchanges from files and print the status of each response. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerProcess } from '../../setup/server.ts';
import { type Client, Tally } from './client.ts';
import type { Exchange } from './exchanges.ts';

/** An exchange with its body in a file. */
interface Filed {
	readonly exchange: Exchange;
	readonly file: string | undefined;
}

/** Exchanges per process; bounds the body files on disk. */
const atOnce = 250;

function foreign(name: string, command: (server: ServerProcess, folder: string, filed: readonly Filed[]) => readonly string[]): Client {
	return {
		name,
		async run(server, exchanges, folder) {
			const tally = new Tally();
			const { ca, cert, key } = server.credentials;
			for (const [file, pem] of Object.entries({ 'ca.pem': ca, 'cert.pem': cert, 'key.pem': key })) writeFileSync(join(folder, file), pem, { mode: 0o600 });
			for (const some of portions(exchanges)) {
				const filed = some.map((exchange, i) => fileOf(exchange, folder, i));
				const answers = await linesOf(command(server, folder, filed));
				some.forEach((exchange, i) => {
					const status = Number(answers[i]);
					// curl prints 000 when there was no response.
					tally.add(exchange, Number.isInteger(status) && status > 0 ? status : undefined);
				});
			}
			return tally.counts;
		},
	};
}

function* portions(exchanges: Iterable<Exchange>): Generator<Exchange[]> {
	let some: Exchange[] = [];
	for (const exchange of exchanges) {
		if (some.push(exchange) < atOnce) continue;
		yield some;
		some = [];
	}
	if (some.length > 0) yield some;
}

function fileOf(exchange: Exchange, folder: string, index: number): Filed {
	if (exchange.body === undefined) return { exchange, file: undefined };
	const file = `body-${index}`;
	writeFileSync(join(folder, file), exchange.body);
	return { exchange, file };
}

async function linesOf([program = '', ...args]: readonly string[]): Promise<string[]> {
	const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
	let text = '';
	child.stdout.setEncoding('utf8').on('data', (some: string) => {
		text += some;
	});
	await once(child, 'close');
	return text.split('\n');
}

/** Client that sends the head and the body separately. */
export const pythonClient = foreign("Python's http.client", ({ port }, folder, filed) => {
	const lines = filed.map(({ exchange, file }) => `${exchange.method} ${exchange.path} ${file ?? '-'}\n`);
	writeFileSync(join(folder, 'exchanges'), lines.join(''));
	return ['python3', join(import.meta.dirname, 'python_client.py'), String(port), folder, join(folder, 'exchanges')];
});

export const curl = foreign('curl', ({ port }, folder, filed) => {
	const lines = filed.flatMap(({ exchange: { method, path }, file }, i) => [
		...(i === 0 ? [] : ['next']),
		'http1.1',
		'silent',
		`cacert = ${join(folder, 'ca.pem')}`,
		`cert = ${join(folder, 'cert.pem')}`,
		`key = ${join(folder, 'key.pem')}`,
		`request = ${method}`,
		`url = "https://127.0.0.1:${port}${path}"`,
		'output = /dev/null',
		'write-out = "%{http_code}\\n"',
		...(file === undefined ? [] : [`data-binary = "@${join(folder, file)}"`, 'header = "content-type: application/json"', 'header = "expect:"']),
	]);
	writeFileSync(join(folder, 'curl'), `${lines.join('\n')}\n`);
	return ['curl', '--config', join(folder, 'curl')];
});
