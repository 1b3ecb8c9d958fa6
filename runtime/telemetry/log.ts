/**
 * The server's log on stderr: JSON lines from pino, which is loaded at the first message; plain lines on a terminal. It has no tokens, no
 * bodies, and no control sequences.
 */
import { obeysNothing } from './terminal.ts';

export const logLevels = ['silent', 'error', 'warn', 'info', 'requests', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface Log {
	error(message: string, fields?: object): void;
	warn(message: string, fields?: object): void;
	info(message: string, fields?: object): void;
	debug(message: string, fields?: object): void;
	/** Logs an answered request. Absent when requests are not logged. */
	readonly request?: (fields: RequestFields) => void;
}

export interface RequestFields {
	readonly verb: string;
	/** Path and query, without secrets (`masked-uri.ts`). */
	readonly uri: string;
	/** Status code; 0 when the client left before the response. */
	readonly status: number;
	readonly ms: number;
	/** Empty without an authenticated user. */
	readonly user: string;
	readonly agent: string;
	/** Address and port of the client; absent for in-process requests. */
	readonly source?: string | undefined;
	/** Audit ID, as in the response and the audit log. */
	readonly auditId?: string | undefined;
	/** ID of the client's trace (W3C Trace Context). */
	readonly traceId?: string | undefined;
}

type Level = Exclude<LogLevel, 'silent' | 'requests'>;

/** Destination of the log. */
export interface LogOutput {
	readonly isTTY?: boolean;
	write(text: string): unknown;
}

type Write = (level: Level, message: string, fields: object) => void;

export function openLog(level: LogLevel, output: LogOutput = process.stderr): Log {
	const most = logLevels.indexOf(level);
	let loading: Promise<Write> | undefined;
	let write: Write | undefined = output.isTTY ? (at, message, fields) => void output.write(lineForPeople(at, message, fields)) : undefined;
	const say = (at: Level, message: string, fields: object = {}): void => {
		if (logLevels.indexOf(at) > most) return;
		if (write !== undefined) {
			write(at, message, fields);
			return;
		}
		loading ??= load(level);
		// Messages logged while the library loads stay in order, because callbacks of a promise do.
		void loading.then((loaded) => {
			write = loaded;
			loaded(at, message, fields);
		});
	};
	return {
		error: (message, fields) => say('error', message, fields),
		warn: (message, fields) => say('warn', message, fields),
		info: (message, fields) => say('info', message, fields),
		debug: (message, fields) => say('debug', message, fields),
		...(most >= logLevels.indexOf('requests') && { request: (fields: RequestFields) => say('info', 'request', fields) }),
	};
}

async function load(level: LogLevel): Promise<Write> {
	// A bundled CommonJS module has only a default export.
	const pino = (await import('pino')).default;
	const stderr = 2;
	// Synchronous, so that the last messages of a dying process are not lost. A full disk cannot be reported and stops nothing: the stream
	// drops its buffer, and the next line tries again.
	const open = (): ReturnType<typeof pino.destination> => {
		const stream = pino.destination({ dest: stderr, sync: true });
		return stream.on('error', () => {
			destination = open();
		});
	};
	let destination = open();
	const logger = pino(
		{
			level: level === 'requests' ? 'info' : level,
			base: null,
			formatters: { level: (label) => ({ level: label }) },
			timestamp: pino.stdTimeFunctions.isoTime,
		},
		{ write: (line: string) => void destination.write(obeysNothing(line)) },
	);
	return (at, message, fields) => logger[at](fields, message);
}

/** Formats `12:34:56.789 WARN  what happened name=value other="two words"`. */
function lineForPeople(level: Level, message: string, fields: object): string {
	const time = new Date().toISOString().slice(11, 23);
	const said = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [` ${name}=${logText(value)}`]));
	return `${time} ${level.toUpperCase().padEnd(5)} ${logText(message, ' ')}${said.join('')}\n`;
}

/** Quotes a value that could end the line or look like several values, so that clients cannot forge log lines. */
function logText(value: unknown, ...allowed: readonly string[]): string {
	const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
	const isPlain = typeof value !== 'string' || (text !== '' && !/[^\x21-\x7e]|["=]/.test(allowed.reduce((rest, one) => rest.replaceAll(one, ''), text)));
	return obeysNothing(isPlain ? text : JSON.stringify(text));
}
