/**
 * `node server.mjs FLAGS`: parses flags, starts the server, reports that it is ready, and stops it on a signal. The file has no static
 * imports, so that an old version of Node still reaches the message that it is too old.
 */
const requiredNode = 24;

/** Command with which the user starts the server. */
const program = 'node server.mjs';

/** Exit code for invalid flags, as in other command line programs. */
const usageExit = 2;
const failureExit = 1;
/** Exit code after Ctrl-C, as in other programs. */
const interruptedExit = 130;

async function main(args: readonly string[]): Promise<void> {
	// A reader that closes the pipe after the first line (`| head -1`) must not end the server.
	process.stdout.on('error', (error: NodeJS.ErrnoException) => {
		if (error.code !== 'EPIPE') throw error;
	});
	// When the disk under the log is full, the server continues without logging.
	process.stderr.on('error', () => undefined);
	if (args[0] !== undefined && maintenanceNames.includes(args[0])) {
		await maintain(args[0], args.slice(1));
		return;
	}
	const prestart = await import('./prestart.ts');
	await prestart.useCompiled(args);
	const thread = prestart.beginStoreThread(args);
	const { FlagError, readFlags, helpText, catalog } = await import('./server-bundle.ts');
	let command: ReturnType<typeof readFlags>;
	try {
		command = readFlags(args);
	} catch (error) {
		if (!(error instanceof FlagError)) throw error;
		say(error.message);
		process.exitCode = usageExit;
		return;
	}
	if (command.kind === 'help') process.stdout.write(helpText(program, catalog, command));
	else if (command.kind === 'version') process.stdout.write(`${catalog.release}\n`);
	else await serve(command.options, thread);
}

/** Names of maintenance commands, which parse the rest of the command line themselves. */
const maintenanceNames = ['backup', 'restore', 'storage'];

async function maintain(name: string, args: readonly string[]): Promise<void> {
	const { asksForHelp, maintenance, maintenanceHelp, FlagError, vocabulary } = await maintenanceFile();
	const command = maintenance.find((one) => one.name === name);
	if (command === undefined) throw new Error(`unknown command ${name}`);
	if (asksForHelp(args)) {
		process.stdout.write(maintenanceHelp(program, command));
		return;
	}
	const calledOff = new AbortController();
	for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => calledOff.abort());
	try {
		await command.run({
			args,
			vocabulary: vocabulary.name,
			tell: (sentence) => process.stdout.write(`${sentence}\n`),
			warn: say,
			progress,
			signal: calledOff.signal,
			inDataFolder: storedInFolder,
		});
	} catch (error) {
		if (error instanceof FlagError) {
			say(`${error.message} (${command.usage})`);
			process.exitCode = usageExit;
		} else if (calledOff.signal.aborted) {
			say((error as Error).message);
			process.exitCode = interruptedExit;
		} else throw error;
	}
}

/** Shows progress in a single line that the next call overwrites. Prints nothing when stderr is not a terminal. */
function progress(text: string | undefined): void {
	if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text ?? ''}`);
}

async function storedInFolder(args: readonly string[]) {
	const { inDataFolder, openLog, catalog, vocabulary, rootHooks, rootGroups } = await import('./server-bundle.ts');
	const docs = async () => (await import('../generated/docs.ts')).docs;
	return inDataFolder(args, { catalog, vocabulary, rootHooks, rootGroups, docs }, openLog('warn'));
}

async function serve(options: import('./server/flags/read.ts').ServerOptions, thread: import('node:worker_threads').Worker | undefined): Promise<void> {
	const { keepCompiled } = await import('./prestart.ts');
	await keepCompiled(options.dataDir, say);
	const { startServer, openLog, catalog, vocabulary, rootHooks, rootGroups, limitSemiSpace, collectWhenIdle } = await import('./server-bundle.ts');
	const docs = async () => (await import('../generated/docs.ts')).docs;
	const views = await readViews();
	const loadedMs = Math.round(performance.now());
	const log = openLog(options.logLevel);
	onStrayFailures(log);
	const stopAsked = Promise.withResolvers<void>();
	onSignals(() => stopAsked.resolve());
	const generated = { catalog, vocabulary, rootHooks, rootGroups, docs, largeThread: largeThreadFile(), ...(views !== undefined && { views }) };
	const onFatal = (error: Error) => {
		say(`server stopped, because acknowledged writes can no longer be stored: ${error.message}`);
		process.exit(failureExit);
	};
	const server = await startServer(options, generated, { log, ...(thread && { thread }), onFatal });
	limitSemiSpace();
	collectWhenIdle();
	process.stdout.removeAllListeners('error').on('error', ({ message }) => log.warn('readiness message not written to standard output', { error: message }));
	log.info('ready', { url: server.url, loadedMs, readyMs: Math.round(performance.now()), ...server.timings });
	process.stdout.write(`Serving on ${server.url}, kubeconfig in ${server.kubeconfig}\n`);
	await stopAsked.promise;
	await server.close();
	process.exit(0);
}

/**
 * Reads the SQL of the reporting views, which lies next to a built server or among the generated files. A server without the file has no
 * views.
 */
async function readViews(): Promise<string | undefined> {
	const { readFile } = await import('node:fs/promises');
	for (const place of ['./prisma/sqlite/views.sql', '../generated/prisma/sqlite/views.sql']) {
		try {
			return await readFile(new URL(place, import.meta.url), 'utf8');
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
		}
	}
	return undefined;
}

/** Name of the file of the large-request thread, next to the bundle. The bundler sets it. */
declare const LARGE_THREAD_FILE: string | undefined;

/** Name of the file of the maintenance commands, next to the bundle. The bundler sets it. */
declare const MAINTENANCE_FILE: string | undefined;

function maintenanceFile(): Promise<typeof import('./maintenance.ts')> {
	return import(new URL(typeof MAINTENANCE_FILE === 'string' ? MAINTENANCE_FILE : './maintenance.ts', import.meta.url).href);
}

function largeThreadFile(): URL {
	return new URL(typeof LARGE_THREAD_FILE === 'string' ? LARGE_THREAD_FILE : './large-thread.ts', import.meta.url);
}

/**
 * Handles failures outside requests. An unhandled rejection is logged only; an uncaught exception ends the process, because its state is
 * undefined.
 */
function onStrayFailures(log: import('./telemetry/log.ts').Log): void {
	process.on('unhandledRejection', (error) => log.error('unhandled promise rejection', { error: error instanceof Error ? error.stack : String(error) }));
	process.on('uncaughtException', (error) => {
		log.error('uncaught exception', { error: error.stack });
		say(`server stopped after an uncaught exception: ${error.message}`);
		process.exit(failureExit);
	});
}

/**
 * Time within which several signals count as one. A terminal signals every process of a command, and each wrapper forwards the signal as
 * well.
 */
const oneSignalMs = 500;

/** Drains and stops the server on the first signal. A later second signal exits at once. */
function onSignals(stop: () => void): void {
	let askedMs: number | undefined;
	for (const signal of ['SIGTERM', 'SIGINT'] as const) {
		process.on(signal, () => {
			const nowMs = performance.now();
			if (askedMs !== undefined && nowMs - askedMs > oneSignalMs) process.exit(failureExit);
			askedMs ??= nowMs;
			stop();
		});
	}
	// `npm start` may end without forwarding a signal; then only the closed channel shows it.
	process.once('disconnect', stop);
	process.channel?.unref();
}

/** Prints one sentence on stderr. */
function say(sentence: string): void {
	process.stderr.write(`${sentence.replace(/\s+/g, ' ')}\n`);
}

if (Number(process.versions.node.split('.')[0]) < requiredNode) {
	say(`this server needs Node ${requiredNode} or newer, found Node ${process.versions.node}`);
	process.exitCode = failureExit;
} else {
	main(process.argv.slice(2)).catch((error: unknown) => {
		say(error instanceof Error ? error.message : String(error));
		process.exit(failureExit);
	});
}

export {};
