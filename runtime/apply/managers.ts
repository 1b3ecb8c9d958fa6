/**
 * Entries of `metadata.managedFields`, one for each manager, operation, version and subresource. Their fields are decoded only when needed;
 * entries that a write does not change keep their stored form.
 */
import type { JsonObject, JsonValue } from '../model/catalog.ts';
import { deepEqual } from '../model/equal.ts';
import { MalformedError } from '../model/malformed.ts';
import { compareText } from '../model/text-order.ts';
import { isEmptyObject } from './objects/entries.ts';
import type { MergeType } from './objects/merge-schema.ts';
import { reconcile } from './objects/reconcile.ts';
import { type FieldSet, isEmpty } from './sets/field-set.ts';
import { includes, readFieldsV1, touches, writeFieldsV1 } from './sets/fields-v1.ts';

/** Identity of a manager. */
export interface Manager {
	readonly name: string;
	readonly operation: 'Apply' | 'Update';
	/** Version of the API in which its fields are named. */
	readonly apiVersion: string;
	/** Subresource through which it writes; empty for the object itself. */
	readonly subresource: string;
}

/**
 * Returns the id of a manager; each id has one entry. The id of an updater includes the version, that of an applier does not. The format is
 * that of Kubernetes, because it defines the order of conflicts and of joining.
 */
function managerId({ name, operation, apiVersion, subresource }: Manager): string {
	return JSON.stringify({
		manager: name || undefined,
		operation,
		apiVersion: operation === 'Update' ? apiVersion : undefined,
		subresource: subresource || undefined,
	});
}

/** Reports whether both have the same id. */
export function isSameManager(a: Manager, b: Manager): boolean {
	return a.name === b.name && a.operation === b.operation && a.subresource === b.subresource && (a.apiVersion === b.apiVersion || a.operation === 'Apply');
}

export class ManagerEntry {
	readonly manager: Manager;
	/** RFC 3339; undefined in entries without a time. */
	readonly time: string | undefined;
	/** Stored form of the entry; undefined for a new entry. */
	readonly #stored: JsonObject | undefined;
	#set: FieldSet | undefined;
	#id: string | undefined;

	private constructor(manager: Manager, time: string | undefined, stored: JsonObject | undefined, set: FieldSet | undefined) {
		this.manager = manager;
		this.time = time;
		this.#stored = stored;
		this.#set = set;
	}

	static of(manager: Manager, time: string | undefined, set: FieldSet): ManagerEntry {
		return new ManagerEntry(manager, time, undefined, set);
	}

	/** Reads a stored entry without decoding its fields. Throws MalformedError on an invalid entry. */
	static stored(value: JsonValue, at: number): ManagerEntry {
		const entry = asObject(value);
		const operation = entry.operation;
		if (operation !== 'Apply' && operation !== 'Update') throw new MalformedError('operation must be `Apply` or `Update`');
		const apiVersion = textOf(entry.apiVersion);
		if (apiVersion === '') throw new MalformedError('apiVersion must not be empty');
		const type = textOf(entry.fieldsType);
		if (type === '') throw new MalformedError(`missing fieldsType in managed fields entry ${at}`);
		if (type !== 'FieldsV1') throw new MalformedError(`invalid fieldsType ${JSON.stringify(type)} in managed fields entry ${at}`);
		const manager = { name: textOf(entry.manager), operation, apiVersion, subresource: textOf(entry.subresource) } as const;
		return new ManagerEntry(manager, typeof entry.time === 'string' ? entry.time : undefined, entry, undefined);
	}

	/** Id for sorting, computed when needed; use `isSameManager` to compare. */
	get id(): string {
		this.#id ??= managerId(this.manager);
		return this.#id;
	}

	/** Returns the owned fields, adapted to the current type. Throws MalformedError. */
	set(type: MergeType): FieldSet {
		this.#set ??= reconcile(type, readFieldsV1(this.#stored?.fieldsV1));
		return this.#set;
	}

	/** Reports whether the manager may own some of these fields, or fields below them. May return true wrongly. */
	touches(fields: FieldSet): boolean {
		return this.#stored === undefined || touches(this.#stored.fieldsV1, fields);
	}

	/** Reports whether the manager owns all of these fields, as far as the stored form shows it without decoding. */
	includes(fields: FieldSet): boolean {
		return this.#stored !== undefined && includes(this.#stored.fieldsV1, fields);
	}

	withTime(time: string | undefined): ManagerEntry {
		if (time === this.time) return this;
		const stored = this.#stored && writeEntry(this.manager, time, this.#stored.fieldsV1 ?? {});
		return new ManagerEntry(this.manager, time, stored, this.#set);
	}

	get isEmpty(): boolean {
		return this.#set !== undefined && isEmpty(this.#set);
	}

	/** Returns the entry to store: the previous one, unless some part changed. */
	written(): JsonObject {
		return this.#stored ?? writeEntry(this.manager, this.time, writeFieldsV1(this.#set ?? { member: false, children: undefined }));
	}
}

/** Writes an entry; runs on every write. */
function writeEntry({ name, operation, apiVersion, subresource }: Manager, time: string | undefined, fieldsV1: JsonValue): JsonObject {
	const entry: JsonObject = {};
	if (name !== '') entry.manager = name;
	entry.operation = operation;
	entry.apiVersion = apiVersion;
	if (time !== undefined) entry.time = time;
	entry.fieldsType = 'FieldsV1';
	entry.fieldsV1 = fieldsV1;
	if (subresource !== '') entry.subresource = subresource;
	return entry;
}

/** Returns the managers of an object, each id once. Throws MalformedError. */
export function storedManagers(object: JsonObject | undefined): ManagerEntry[] {
	const list = managedFieldsOf(object);
	if (!Array.isArray(list)) return [];
	const entries = list.map((value, at) => ManagerEntry.stored(value, at));
	if (entries.length <= few && !hasTwins(entries)) return entries;
	return [...new Map(entries.map((entry) => [entry.id, entry])).values()];
}

/** Number of entries up to which pairwise comparison is cheaper than building ids. */
const few = 8;

function hasTwins(entries: readonly ManagerEntry[]): boolean {
	for (let i = 1; i < entries.length; i++) {
		for (let j = 0; j < i; j++) if (isSameManager((entries[i] as ManagerEntry).manager, (entries[j] as ManagerEntry).manager)) return true;
	}
	return false;
}

export function managedFieldsOf(object: JsonObject | undefined): JsonValue | undefined {
	const metadata = object?.metadata;
	return metadata !== null && typeof metadata === 'object' && !Array.isArray(metadata) ? metadata.managedFields : undefined;
}

/**
 * Reports whether the client resets all ownership: it sends a list with one empty entry. An empty list is no reset (seed 1, "Server-side
 * apply endpoint").
 */
export function isReset(managedFields: JsonValue | undefined): boolean {
	return Array.isArray(managedFields) && managedFields.length === 1 && isEmptyObject(managedFields[0]);
}

/**
 * Returns the managers before the write's own changes. Clients may edit `managedFields`: a readable list that they send replaces the stored
 * one. Without one, or with the stored one, the stored managers stay.
 */
export function managersForWrite(live: JsonObject | undefined, next: JsonObject, subresource: string): ManagerEntry[] {
	const sent = managedFieldsOf(next);
	const stored = managedFieldsOf(live);
	if (sent === undefined && stored === undefined) return [];
	if (subresource !== '' || sent === undefined || sent === null || deepEqual(sent, stored)) return orNone(() => storedManagers(live));
	const taken = orNone(() => storedManagers(next).map(rewritten));
	return taken.length > 0 ? taken : orNone(() => storedManagers(live));
}

/** Returns an entry that a client sent in canonical form. */
function rewritten(entry: ManagerEntry): ManagerEntry {
	return ManagerEntry.of(entry.manager, entry.time, readFieldsV1(entry.written().fieldsV1));
}

function orNone(read: () => ManagerEntry[]): ManagerEntry[] {
	try {
		return read();
	} catch (error) {
		if (!(error instanceof MalformedError)) throw error;
		return [];
	}
}

/** Describes the first invalid part of managed fields; undefined when all are valid. */
export function damageOf(managedFields: JsonValue | undefined): string | undefined {
	if (!Array.isArray(managedFields)) return undefined;
	try {
		for (const [at, value] of managedFields.entries()) readFieldsV1(ManagerEntry.stored(value, at).written().fieldsV1);
		return undefined;
	} catch (error) {
		if (!(error instanceof MalformedError)) throw error;
		return error.message;
	}
}

/**
 * Returns the value of `metadata.managedFields`, or undefined when no manager owns a field. Returns the list `before` when no entry
 * changed.
 */
export function writeManagers(entries: readonly ManagerEntry[], before: JsonValue | undefined): readonly JsonObject[] | undefined {
	const written = entries.filter((entry) => !entry.isEmpty);
	if (written.length === 0) return undefined;
	if (written.length > 1) written.sort(inOrder);
	const list = written.map((entry) => entry.written());
	const isSame = Array.isArray(before) && before.length === list.length && list.every((entry, at) => entry === before[at]);
	return isSame ? (before as JsonObject[]) : list;
}

/**
 * Returns the managed fields after a write, with the previous times when only times changed. So a write without another change counts as no
 * change.
 */
export function withoutNewTimes(next: JsonValue | undefined, before: JsonValue | undefined): JsonValue | undefined {
	return next !== before && deepEqual(timeless(next), timeless(before)) ? before : next;
}

function timeless(managedFields: JsonValue | undefined): JsonValue | undefined {
	if (!Array.isArray(managedFields)) return managedFields;
	return managedFields.map((entry) => {
		if (entry === null || typeof entry !== 'object' || Array.isArray(entry)) return entry;
		const { time: _, ...rest } = entry;
		return rest;
	});
}

/** Sorts appliers before updaters, then by time. */
function inOrder(a: ManagerEntry, b: ManagerEntry): number {
	return (
		compareText(a.manager.operation, b.manager.operation) ||
		compareTimes(a.time, b.time) ||
		compareText(a.manager.name, b.manager.name) ||
		compareText(a.manager.apiVersion, b.manager.apiVersion) ||
		compareText(a.manager.subresource, b.manager.subresource)
	);
}

/** Compares times as texts: the stored format sorts chronologically. */
function compareTimes(a: string | undefined, b: string | undefined): number {
	if (a === b) return 0;
	if (a?.length === storedLength && b?.length === storedLength && a.endsWith('Z') && b.endsWith('Z')) return compareText(a, b);
	return secondsOf(a) - secondsOf(b);
}

const storedLength = '2024-01-01T00:00:00Z'.length;

/** Returns the seconds since 1970; 0 without a time, so that it sorts first. */
export function secondsOf(time: string | undefined): number {
	const ms = time === undefined ? 0 : Date.parse(time);
	return Number.isNaN(ms) ? 0 : Math.floor(ms / 1_000);
}

function asObject(value: JsonValue): JsonObject {
	if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new MalformedError('an entry of managedFields must be an object');
	return value;
}

function textOf(value: JsonValue | undefined): string {
	return typeof value === 'string' ? value : '';
}
