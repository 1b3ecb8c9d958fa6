/** Audit backend that records its events and wakes the tests that wait for them. */
import { EventEmitter, once } from 'node:events';
import type { AuditBackend, AuditEvent } from '../../runtime/auth/audit/contract.ts';

export interface Recording {
	readonly backend: AuditBackend;
	readonly events: AuditEvent[];
	/** Returns true after the backend was closed. */
	isClosed(): boolean;
	/** Resolves when `fits` accepts `count` events. */
	until(count: number, fits: (event: AuditEvent) => boolean): Promise<AuditEvent[]>;
}

export function recordingAudit(): Recording {
	const events: AuditEvent[] = [];
	const told = new EventEmitter();
	let closed = false;
	return {
		events,
		isClosed: () => closed,
		backend: {
			name: 'Recording',
			start: () => ({
				write(event) {
					events.push(event);
					told.emit('event');
				},
				close: async () => {
					closed = true;
				},
			}),
		},
		async until(count, fits) {
			for (;;) {
				const found = events.filter(fits);
				if (found.length >= count) return found;
				await once(told, 'event', { signal: AbortSignal.timeout(5_000) });
			}
		},
	};
}
