/** Settings of flow schemas and priority levels, parsed from objects or from the built-in defaults. */
import type { FlowSchemaSpec } from '../../generated/types/flowcontrol/v1.ts';
import type { Release } from '../model/catalog.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import { defaultFlowObjects, type LevelSpec } from './defaults.ts';

/** A flow schema or priority level in its stored form. */
export interface FlowObject<Spec> {
	readonly metadata: { readonly name: string; readonly uid?: string };
	readonly spec?: Spec;
}
export type SchemaObject = FlowObject<FlowSchemaSpec>;
export type LevelObject = FlowObject<LevelSpec>;

export interface LevelSettings {
	readonly name: string;
	/** UID of the object; empty for defaults. */
	readonly uid: string;
	readonly isExempt: boolean;
	readonly shares: number;
	readonly lendablePercent: number;
	/** Maximum seats to borrow, in percent of the nominal seats; undefined for no limit. */
	readonly borrowingLimitPercent: number | undefined;
	/** Queue settings; undefined where requests do not queue. */
	readonly queuing: { readonly queues: number; readonly handSize: number; readonly lengthLimit: number } | undefined;
}

export interface SchemaSettings {
	readonly name: string;
	readonly uid: string;
	readonly precedence: number;
	readonly level: string;
	readonly distinguisher: 'ByUser' | 'ByNamespace' | undefined;
	readonly rules: NonNullable<FlowSchemaSpec['rules']>;
}

export interface FlowSettings {
	readonly levels: readonly LevelSettings[];
	/** Schemas in order of precedence. */
	readonly schemas: readonly SchemaSettings[];
}

/** Defaults of fields that specs may omit (KEP-1040). */
const defaultShares = 30;
const defaultQueuing = { queues: 64, handSize: 8, lengthLimit: 50 };
const defaultPrecedence = 1000;

/** Mandatory levels and schemas, which apply even without their objects. */
export type Mandatory = Pick<FlowSettings, 'levels' | 'schemas'>;

export function mandatorySettings(release: Release, vocabulary: Vocabulary): Mandatory {
	return settingsOfDefaults(release, vocabulary, true);
}

/** Returns the settings that apply until the objects have been read. */
export function startSettings(release: Release, vocabulary: Vocabulary): FlowSettings {
	return flowSettings([], [], settingsOfDefaults(release, vocabulary, false));
}

function settingsOfDefaults(release: Release, vocabulary: Vocabulary, onlyMandatory: boolean): Mandatory {
	const objects = defaultFlowObjects(release, vocabulary).filter(({ isMandatory }) => isMandatory || !onlyMandatory);
	const of = (resource: string) => objects.filter((object) => object.resource === resource);
	return {
		levels: of('prioritylevelconfigurations').map(({ name, spec }) => levelSettings({ metadata: { name }, spec: spec as LevelSpec })),
		schemas: of('flowschemas').map(({ name, spec }) => schemaSettings({ metadata: { name }, spec: spec as FlowSchemaSpec })),
	};
}

/** Combines levels and schemas with the mandatory ones. Leaves out schemas whose level is missing. */
export function flowSettings(levels: readonly LevelSettings[], schemas: readonly SchemaSettings[], mandatory: Mandatory): FlowSettings {
	const allLevels = withMissing(levels, mandatory.levels);
	const names = new Set(allLevels.map(({ name }) => name));
	const present = withMissing(schemas, mandatory.schemas).filter(({ level }) => names.has(level));
	return { levels: allLevels, schemas: present.sort((a, b) => a.precedence - b.precedence || (a.name < b.name ? -1 : 1)) };
}

function withMissing<T extends { readonly name: string }>(all: readonly T[], mandatory: readonly T[]): T[] {
	const names = new Set(all.map(({ name }) => name));
	return [...all, ...mandatory.filter(({ name }) => !names.has(name))];
}

export function levelSettings({ metadata, spec }: LevelObject): LevelSettings {
	const { name, uid = '' } = metadata;
	const isExempt = spec?.type === 'Exempt';
	const { nominalConcurrencyShares, assuredConcurrencyShares } = spec?.limited ?? {};
	const shares = isExempt ? (spec?.exempt?.nominalConcurrencyShares ?? 0) : (nominalConcurrencyShares ?? assuredConcurrencyShares ?? defaultShares);
	const lendablePercent = (isExempt ? spec?.exempt?.lendablePercent : spec?.limited?.lendablePercent) ?? 0;
	const response = spec?.limited?.limitResponse;
	const queuing = response?.queuing;
	return {
		name,
		uid,
		isExempt,
		shares,
		lendablePercent,
		borrowingLimitPercent: spec?.limited?.borrowingLimitPercent ?? undefined,
		queuing:
			isExempt || response?.type !== 'Queue'
				? undefined
				: {
						queues: queuing?.queues ?? defaultQueuing.queues,
						handSize: queuing?.handSize ?? defaultQueuing.handSize,
						lengthLimit: queuing?.queueLengthLimit ?? defaultQueuing.lengthLimit,
					},
	};
}

export function schemaSettings({ metadata, spec }: SchemaObject): SchemaSettings {
	const { name, uid = '' } = metadata;
	const type = spec?.distinguisherMethod?.type;
	return {
		name,
		uid,
		precedence: spec?.matchingPrecedence ?? defaultPrecedence,
		level: spec?.priorityLevelConfiguration.name ?? '',
		distinguisher: type === 'ByUser' || type === 'ByNamespace' ? type : undefined,
		rules: spec?.rules ?? [],
	};
}
