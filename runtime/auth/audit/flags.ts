/** Flags common to all audit backends, named as in kube-apiserver. */
import type { Flag, FlagValues } from '../../api/flag.ts';
import { boolean, type DurationBounds, duration, integer, text } from '../../api/flag-value.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import type { AuditContext, AuditSink } from './contract.ts';
import { type BatchOptions, batched, blocking, type Mode, modes, type Output } from './modes.ts';

const most = 1_000_000_000;
const waits: DurationBounds = { minMs: 0, maxMs: 3_600_000 };

export interface BackendFlags {
	readonly all: readonly Flag<unknown>[];
	/** Wraps an output in a sink of the mode that the flags select. */
	sink(output: Output, context: AuditContext): AuditSink;
	/** Limits in bytes of one event and one batch. Undefined: unlimited. */
	truncation(flags: FlagValues): { readonly event: number; readonly batch: number } | undefined;
	/** Group and version of the events. */
	version(vocabulary: Vocabulary): string;
}

/** Returns the flags of a backend. `kind` is `log` or `webhook`; their defaults differ. */
export function backendFlags(
	kind: 'log' | 'webhook',
	defaults: { readonly mode: Mode } & Pick<BatchOptions, 'maxSize' | 'maxWaitMs'> & { readonly throttles: boolean },
): BackendFlags {
	const name = (end: string): string => `audit-${kind}-${end}`;
	const number = (end: string, help: string, byDefault: number, min = 1): Flag<number> => ({
		name: name(end),
		value: 'NUMBER',
		help,
		default: byDefault,
		shown: String(byDefault),
		parse: (value) => integer(value, min, most),
	});
	const onOff = (end: string, help: string, byDefault: boolean): Flag<boolean> => ({
		name: name(end),
		value: '[BOOL]',
		bare: true,
		help,
		default: byDefault,
		shown: String(byDefault),
		parse: boolean,
	});
	const mode: Flag<Mode> = {
		name: name('mode'),
		value: 'MODE',
		help: `Delivery mode of audit events: ${modes.join(', ')}. With blocking, a request waits for its events; with blocking-strict, it also fails if its first event is lost.`,
		default: defaults.mode,
		shown: defaults.mode,
		parse(value) {
			const found = modes.find((each) => each === value);
			if (found === undefined) throw new Error(`expected one of ${modes.join(', ')}`);
			return found;
		},
	};
	const version: Flag<string | undefined> = {
		name: name('version'),
		value: 'VERSION',
		help: 'API group and version of the events. Only v1 is supported.',
		default: undefined,
		parse: text,
	};
	const bufferSize = number('batch-buffer-size', 'Maximum number of buffered events in batch mode. Further events are dropped.', 10_000);
	const maxSize = number('batch-max-size', 'Maximum number of events in a batch.', defaults.maxSize);
	const maxWait: Flag<number> = {
		name: name('batch-max-wait'),
		value: 'DURATION',
		help: 'Maximum duration that events wait for a batch to fill up.',
		default: defaults.maxWaitMs,
		shown: `${defaults.maxWaitMs / 1000}s`,
		parse: (value) => duration(value, waits),
	};
	const throttles = onOff('batch-throttle-enable', 'Throttle the delivery of batches.', defaults.throttles);
	const qps = number('batch-throttle-qps', 'Maximum average number of batches per second.', 10);
	const burst = number('batch-throttle-burst', 'Maximum number of batches sent in a burst.', 15);
	const truncates = onOff('truncate-enabled', 'Drop the request and response bodies of events that are too large.', false);
	const eventBytes = number('truncate-max-event-size', 'Maximum size of an event in bytes.', 102_400);
	const batchBytes = number('truncate-max-batch-size', 'Maximum size of a batch in bytes.', 10_485_760);
	return {
		all: [mode, version, bufferSize, maxSize, maxWait, throttles, qps, burst, truncates, eventBytes, batchBytes],
		sink(output, { flags, log, lost }) {
			const options = { name: `--audit-${kind}`, lost, report: (sentence: string) => log.error(sentence) };
			if (flags.of(mode) !== 'batch') return blocking(output, options, flags.of(mode) === 'blocking-strict');
			const throttle = flags.of(throttles) ? { qps: flags.of(qps), burst: flags.of(burst) } : undefined;
			return batched(output, options, { bufferSize: flags.of(bufferSize), maxSize: flags.of(maxSize), maxWaitMs: flags.of(maxWait), throttle });
		},
		truncation: (flags) => (flags.of(truncates) ? { event: flags.of(eventBytes), batch: flags.of(batchBytes) } : undefined),
		version: ({ groupDomain }) => `audit.${groupDomain}/v1`,
	};
}
