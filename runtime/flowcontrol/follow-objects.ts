/** Applies the stored flow schemas and priority levels, and their changes. */
import type { FlowSchemaSpec } from '../../generated/types/flowcontrol/v1.ts';
import { sleep } from '../scheduling/sleep.ts';
import type { CachedObject, WatchCache } from '../watch/contract.ts';
import { follow } from '../watch/follow.ts';
import type { LevelSpec } from './defaults.ts';
import {
	type FlowObject,
	type FlowSettings,
	flowSettings,
	type LevelSettings,
	levelSettings,
	type Mandatory,
	type SchemaSettings,
	schemaSettings,
} from './settings.ts';

export interface FlowObjects {
	readonly cache: WatchCache;
	/** API group, `flowcontrol.apiserver.DOMAIN`. */
	readonly group: string;
	/** Returns the settings used where the mandatory objects do not exist. */
	readonly mandatory: () => Mandatory;
	readonly configure: (settings: FlowSettings) => void;
	readonly onFailure: (error: unknown) => void;
	readonly signal: AbortSignal;
}

const retryMs = 1_000;

/** Follows the objects until the signal aborts. Returns a function that applies the settings again. */
export function followFlowObjects({ cache, group, mandatory, configure, onFailure, signal }: FlowObjects): () => void {
	const levels = new Map<string, LevelSettings>();
	const schemas = new Map<string, SchemaSettings>();
	let isDue = false;
	/** Schedules one reconfiguration for all changes in an event loop iteration. */
	const changed = (): void => {
		if (isDue) return;
		isDue = true;
		setImmediate(() => {
			isDue = false;
			if (!signal.aborted) configure(flowSettings([...levels.values()], [...schemas.values()], mandatory()));
		});
	};
	const keep = async <T, Spec>(resource: string, all: Map<string, T>, read: (object: FlowObject<Spec>) => T): Promise<void> => {
		const storageName = `${resource}.${group}`;
		const seen = (type: string, object: CachedObject): void => {
			if (type === 'DELETED') all.delete(object.name);
			else if (!object.damaged) all.set(object.name, read(JSON.parse(object.bytes.toString()) as FlowObject<Spec>));
			changed();
		};
		const listed = (again: boolean): void => {
			if (!again) return;
			for (const name of all.keys()) if (cache.get(storageName, '', name) === undefined) all.delete(name);
			changed();
		};
		for (let again = false; !signal.aborted; again = true) {
			try {
				await follow(cache, { storageName, seen, listed }, signal, again);
			} catch (error) {
				if (signal.aborted) return;
				onFailure(error);
				await sleep(retryMs, signal);
			}
		}
	};
	void keep<LevelSettings, LevelSpec>('prioritylevelconfigurations', levels, levelSettings);
	void keep<SchemaSettings, FlowSchemaSpec>('flowschemas', schemas, schemaSettings);
	return changed;
}
