/** Ends early when it is called off, and keeps no process alive. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
	// No event tells of what has been called off before.
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
