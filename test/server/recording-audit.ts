/** An audit backend that keeps what it is told, and wakes who waits for it. */
import { EventEmitter, once } from 'node:events';
import type { AuditBackend, AuditEvent } from '../../runtime/auth/audit/contract.ts';

export interface Recording {
	readonly backend: AuditBackend;
	readonly events: AuditEvent[];
	/** Whether it was told that no more events come. */
	isClosed(): boolean;
	/** Resolves when there are `count` events that `fits` takes. */
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
