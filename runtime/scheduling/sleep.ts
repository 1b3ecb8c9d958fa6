/** Resolves after `ms`, or when the signal aborts. The timer keeps no process alive. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
	// An already aborted signal emits no event.
	if (signal.aborted) return Promise.resolve();
	return new Promise((resolve) => {
		const end = (): void => {
			clearTimeout(timer);
			signal.removeEventListener('abort', end);
			resolve();
		};
		const timer = setTimeout(end, ms);
		timer.unref();
		signal.addEventListener('abort', end, { once: true });
	});
}
