/**
 * Thread that watches the main thread of the server of `orch dev`. It ends the process when the main thread stops completing event loop
 * iterations, or when the parent process is gone. A busy main thread can prevent neither.
 */
import { Session } from 'node:inspector/promises';
import { Socket } from 'node:net';
import { workerData } from 'node:worker_threads';
import { type BlockedReport, watchdogCell as cell, lifelineFd, type StackFrame, type WatchdogData } from './model/development.ts';

/** Half a second between looks is exact enough, and costs nothing. */
const checkMs = 500;
/** The server's own work takes at most a tenth of a second in one turn. */
const blockedMs = 5_000;
/** A native call, such as one that waits for another program, does not stop for the debugger. */
const stackTimeoutMs = 1_000;
/** A recursion is thousands of calls deep, and the innermost name the place. */
const maxFrames = 100;

function endProcess(): void {
	process.kill(process.pid, 'SIGKILL');
}

/** The calls that the main thread is in. Empty where it does not stop within the time limit. */
async function stackOfMainThread(): Promise<readonly StackFrame[]> {
	const session = new Session();
	session.connectToMainThread();
	const urls = new Map<string, string>();
	session.on('Debugger.scriptParsed', ({ params }) => urls.set(params.scriptId, params.url));
	const frames = new Promise<readonly StackFrame[]>((resolve) => {
		setTimeout(() => resolve([]), stackTimeoutMs);
		session.once('Debugger.paused', ({ params }) =>
			resolve(
				params.callFrames.slice(0, maxFrames).map(({ functionName, location: { scriptId, lineNumber, columnNumber = 0 } }) => ({
					function: functionName,
					url: urls.get(scriptId) ?? '',
					line: lineNumber,
					column: columnNumber,
				})),
			),
		);
	});
	// Neither is answered while a native call blocks the thread.
	void session.post('Debugger.enable');
	void session.post('Debugger.pause');
	return frames;
}

function watch({ cells }: WatchdogData): void {
	const lifeline = new Socket({ fd: lifelineFd, readable: true, writable: true });
	lifeline.on('error', endProcess).on('close', endProcess).resume();
	let beat = -1;
	let missed = 0;
	const timer = setInterval(async () => {
		const now = Atomics.load(cells, cell.beat);
		missed = now === beat && Atomics.load(cells, cell.paused) === 0 ? missed + 1 : 0;
		beat = now;
		if (missed * checkMs < blockedMs) return;
		clearInterval(timer);
		const report: BlockedReport = { blockedMs, frames: await stackOfMainThread() };
		lifeline.write(`${JSON.stringify(report)}\n`, endProcess);
	}, checkMs);
}

watch(workerData as WatchdogData);
