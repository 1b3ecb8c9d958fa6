/**
 * Thread that watches the main thread of the server of `orch dev`. It ends the process when the main thread stops completing event loop
 * iterations, or when the parent process is gone. A busy main thread can prevent neither.
 */
import { Session } from 'node:inspector/promises';
import { Socket } from 'node:net';
import { workerData } from 'node:worker_threads';
import { type BlockedReport, watchdogCell as cell, lifelineFd, type StackFrame, type WatchdogData } from './model/development.ts';

/** Interval of checks. Half a second detects a blocked thread early enough, at negligible cost. */
const checkMs = 500;
/**
 * Time without a heartbeat after which the main thread counts as blocked. The server's own work takes at most 100 ms per event loop
 * iteration.
 */
const blockedMs = 5_000;
/** Time limit for reading the stack. The debugger cannot interrupt a native call, such as one that waits for another program. */
const stackTimeoutMs = 1_000;
/** Maximum number of innermost frames to report. An endless recursion is thousands of calls deep, and its innermost frames locate it. */
const maxFrames = 100;

function endProcess(): void {
	process.kill(process.pid, 'SIGKILL');
}

/** Returns the call stack of the main thread; empty when the thread does not pause within the time limit. */
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
	// The debugger does not answer these calls while a native call blocks the thread.
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
