/** Computes the expected events of a watch and the expected state of a list from the effective writes. */
import type { Asked, RecordedWrite, SentEvent } from './history.ts';

interface State {
	readonly revision: number;
	readonly namespace: string;
	readonly name: string;
	readonly value: string;
	readonly labels: Readonly<Record<string, string>>;
}

export interface ExpectedEvent extends SentEvent {
	readonly previousLabels: Readonly<Record<string, string>>;
}

/**
 * Returns the expected events for the requested objects, from writes in order. An object that starts to match is ADDED; one that ceases to
 * match is DELETED with its previous state.
 */
export function expectedEvents(ordered: readonly RecordedWrite[], asked: Asked, from: number): ExpectedEvent[] {
	const selects = selecting(asked);
	const states = new Map<string, State>();
	const expected: ExpectedEvent[] = [];
	for (const write of ordered) {
		if (!isAbout(asked, write)) continue;
		const { namespace, name, revision } = write;
		const { before, after } = replay(states, write);
		const type = typeOf(selects(before), selects(after));
		if (revision <= from || type === undefined) continue;
		const value = (type === 'DELETED' ? before : after)?.value ?? '';
		expected.push({ type, revision, namespace, name, value, previousLabels: before?.labels ?? {} });
	}
	return expected;
}

/** Returns the expected objects by namespace and name. */
export function expectedState(ordered: readonly RecordedWrite[], asked: Asked, revision: number): ReadonlyMap<string, State> {
	const states = new Map<string, State>();
	for (const write of ordered) if (write.revision <= revision && isAbout(asked, write)) replay(states, write);
	return new Map([...states].filter(([, state]) => selecting(asked)(state)));
}

export const keyOf = ({ namespace, name }: { readonly namespace: string; readonly name: string }): string => `${namespace}/${name}`;

function isAbout({ namespace, object }: Asked, write: RecordedWrite): boolean {
	return (namespace === '' || namespace === write.namespace) && (object === undefined || object === write.name);
}

function selecting({ selects }: Asked): (state: State | undefined) => boolean {
	return (state) => state !== undefined && (selects?.(state.labels) ?? true);
}

function replay(states: Map<string, State>, write: RecordedWrite): { readonly before: State | undefined; readonly after: State | undefined } {
	const key = keyOf(write);
	const before = states.get(key);
	const { value, labels = {}, ...rest } = write;
	const after = value === undefined ? undefined : { ...rest, value, labels };
	if (after) states.set(key, after);
	else states.delete(key);
	return { before, after };
}

function typeOf(was: boolean, is: boolean): SentEvent['type'] | undefined {
	if (is) return was ? 'MODIFIED' : 'ADDED';
	return was ? 'DELETED' : undefined;
}
