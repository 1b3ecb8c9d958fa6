/**
 * `node server.mjs FLAGS`: reads flags, starts the server, says that it is ready, and stops it on a signal.
 * No static imports: an old Node must get as far as the sentence that says that it is too old.
 */
const requiredNode = 24;

/** How it is called. */
const program = 'node server.mjs';

/** Bad flags, as other commands do. */
const usageExit = 2;
const failureExit = 1;
/** As of a program that Ctrl-C ends. */
const interruptedExit = 130;

async function main(args: readonly string[]): Promise<void> {
	// Whoever read the first line and went away (`| head -1`) must not end the server.
	process.stdout.on('error', (error: NodeJS.ErrnoException) => {
		if (error.code !== 'EPIPE') throw error;
	});
	// A full disk under the log: there is nowhere to tell, and what was to be done goes on.
	process.stderr.on('error', () => undefined);
	if (args[0] !== undefined && maintenanceNames.includes(args[0])) {
		await maintain(args[0], args.slice(1));
		return;
	}
	const ahead = await import('./ahead.ts');
	await ahead.useCompiled(args);
	const thread = ahead.beginStoreThread(args);
	const { FlagError, readFlags, helpText, catalog } = await import('./parts.ts');
	let command: ReturnType<typeof readFlags>;
	try {
		command = readFlags(args);
	} catch (error) {
		if (!(error instanceof FlagError)) throw error;
		say(error.message);
		process.exitCode = usageExit;
		return;
	}
	if (command.kind === 'help') process.stdout.write(helpText(program, catalog, command.release));
	else if (command.kind === 'version') process.stdout.write(`${catalog.release}\n`);
	else await serve(command.options, thread);
}

/** Commands beside serving; the rest of the line is theirs. */
const maintenanceNames = ['backup', 'restore', 'storage'];

async function maintain(name: string, args: readonly string[]): Promise<void> {
	const { asksForHelp, maintenance, maintenanceHelp, FlagError, vocabulary } = await maintenanceFile();
	const command = maintenance.find((one) => one.name === name);
	if (command === undefined) throw new Error(`there is no command ${name}`);
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

/** One line that is written over, for who looks on. */
function progress(text: string | undefined): void {
	if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text ?? ''}`);
}

async function storedInFolder(args: readonly string[]) {
	const { inDataFolder, openLog, catalog, vocabulary, rootHooks, rootGroups } = await import('./parts.ts');
	const docs = async () => (await import('../generated/docs.ts')).docs;
	return inDataFolder(args, { catalog, vocabulary, rootHooks, rootGroups, docs }, openLog('warn'));
}

async function serve(options: import('./server/flags/read.ts').ServerOptions, thread: import('node:worker_threads').Worker | undefined): Promise<void> {
	const { keepCompiled } = await import('./ahead.ts');
	await keepCompiled(options.dataDir, say);
	const { startServer, openLog, catalog, vocabulary, rootHooks, rootGroups, boundYoungGeneration, collectWhenQuiet, giveBackWhenQuiet, withoutOptimizers } =
		await import('./parts.ts');
	const docs = async () => (await import('../generated/docs.ts')).docs;
	const views = await readViews();
	const loadedMs = Math.round(performance.now());
	const log = openLog(options.logLevel);
	onStrayFailures(log);
	const stopAsked = Promise.withResolvers<void>();
	onSignals(() => stopAsked.resolve());
	const generated = { catalog, vocabulary, rootHooks, rootGroups, docs, largeThread: largeThreadFile(), ...(views !== undefined && { views }) };
	const onFatal = (error: Error) => {
		say(`the server stops, since it can no longer keep what it acknowledges: ${error.message}`);
		process.exit(failureExit);
	};
	const server = await withoutOptimizers(() => startServer(options, generated, { log, ...(thread && { thread }), onFatal }));
	boundYoungGeneration();
	giveBackWhenQuiet();
	collectWhenQuiet();
	process.stdout
		.removeAllListeners('error')
		.on('error', ({ message }) => log.warn('it cannot be said on standard output that the server is ready', { error: message }));
	log.info('ready', { url: server.url, loadedMs, readyMs: Math.round(performance.now()), ...server.timings });
	process.stdout.write(`Serving on ${server.url}, kubeconfig in ${server.kubeconfig}\n`);
	await stopAsked.promise;
	await server.close();
	process.exit(0);
}

/** The SQL of the reporting views lies beside a built server, or among the generated files; without it the server only lacks them. */
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

/** Set by the bundler to the name of the thread's own file beside the bundle. */
declare const LARGE_THREAD_FILE: string | undefined;

/** Likewise. */
declare const MAINTENANCE_FILE: string | undefined;

function maintenanceFile(): Promise<typeof import('./maintenance.ts')> {
	return import(new URL(typeof MAINTENANCE_FILE === 'string' ? MAINTENANCE_FILE : './maintenance.ts', import.meta.url).href);
}

function largeThreadFile(): URL {
	return new URL(typeof LARGE_THREAD_FILE === 'string' ? LARGE_THREAD_FILE : './large-thread.ts', import.meta.url);
}

/** A promise that nobody waited for harms nobody else; after an exception outside any request nothing is certain any more. */
function onStrayFailures(log: import('./telemetry/log.ts').Log): void {
	process.on('unhandledRejection', (error) => log.error('a failure that nobody waited for', { error: error instanceof Error ? error.stack : String(error) }));
	process.on('uncaughtException', (error) => {
		log.error('an exception outside any request', { error: error.stack });
		say(`the server stops after an unexpected failure: ${error.message}`);
		process.exit(failureExit);
	});
}

/** A terminal signals every process of a command, and each wrapper passes on what it got: signals this close together are one. */
const oneSignalMs = 500;

/** The first signal drains; a second, later one gives up waiting. */
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
	// `npm start` is gone, in a way that let it pass no signal on.
	process.once('disconnect', stop);
	process.channel?.unref();
}

/** One sentence on stderr. */
function say(sentence: string): void {
	process.stderr.write(`${sentence.replace(/\s+/g, ' ')}\n`);
}

if (Number(process.versions.node.split('.')[0]) < requiredNode) {
	say(`this server needs Node ${requiredNode} or newer, and this is Node ${process.versions.node}`);
	process.exitCode = failureExit;
} else {
	main(process.argv.slice(2)).catch((error: unknown) => {
		say(error instanceof Error ? error.message : String(error));
		process.exit(failureExit);
	});
}

export {};
