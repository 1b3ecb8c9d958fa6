/** The server's log: lines of JSON on stderr, by pino, which is loaded when there is something to say. Never tokens, bodies or queries. */

export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface Log {
	error(message: string, fields?: object): void;
	warn(message: string, fields?: object): void;
	info(message: string, fields?: object): void;
	debug(message: string, fields?: object): void;
}

type Write = (level: Exclude<LogLevel, 'silent'>, message: string, fields: object) => void;

export function openLog(level: LogLevel): Log {
	const most = logLevels.indexOf(level);
	let loading: Promise<Write> | undefined;
	let write: Write | undefined;
	const say = (at: Exclude<LogLevel, 'silent'>, message: string, fields: object = {}): void => {
		if (logLevels.indexOf(at) > most) return;
		if (write !== undefined) {
			write(at, message, fields);
			return;
		}
		loading ??= load(level);
		// What is said before the library is there comes in order: callbacks of one promise do.
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
	};
}

async function load(level: LogLevel): Promise<Write> {
	// A bundled CommonJS module has its default export only.
	const pino = (await import('pino')).default;
	const stderr = 2;
	// Synchronous, so that the last words of a dying process are not lost.
	const logger = pino(
		{ level, base: null, formatters: { level: (label) => ({ level: label }) }, timestamp: pino.stdTimeFunctions.isoTime },
		pino.destination({ dest: stderr, sync: true }),
	);
	return (at, message, fields) => logger[at](fields, message);
}
