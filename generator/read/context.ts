/** State of making types from schemas: the inputs, the report of findings, and the types made so far. */

import type { RuleUse, Schema, TypeDescriptor, TypeName } from '../../runtime/model/catalog.ts';
import type { CheckTypes } from '../../runtime/schema/cel/check.ts';
import type { guardChecker } from '../../runtime/schema/cel/guards.ts';
import type { LockedNumbers } from '../compat/lock/lock.ts';
import type { Position } from '../model.ts';
import type { Calendars } from './calendars.ts';
import type { CheckCache, Fingerprints } from './check-cache.ts';
import type { Report } from './diagnostics/diagnostic.ts';
import type { ExampleObject, WrittenValue } from './kinds/examples.ts';
import type { BegunObject } from './kinds/new-objects.ts';
import type { ConvertedVersion } from './kinds/round-trip.ts';
import type { Declaration, Package } from './packages.ts';
import type { RuleKeyword, Shapes } from './shape/shape.ts';
import type { MapNode, SpecNode } from './source/node.ts';

export interface ReadContext {
	readonly packages: ReadonlyMap<string, Package>;
	readonly calendars: Calendars;
	readonly rules: readonly RuleKeyword[];
	readonly shapes: Shapes;
	readonly report: Report;
	/** Returns the protobuf numbers of a type in the locks. */
	readonly lockedNumbers: (type: TypeName) => LockedNumbers;
	/** Schemas of kinds, which get apiVersion, kind and metadata. */
	readonly roots: ReadonlySet<MapNode>;
	/** `makeSchema`. It is passed here, because schemas and objects contain each other. */
	readonly schema: (node: MapNode, location: SchemaLocation) => Schema;
	readonly types: Map<TypeName, DescribedType>;
	/** Checks the types of expressions. Usable once all types are made. */
	readonly checkTypes: CheckTypes;
	/** Finds expressions that read fields which may be absent. */
	readonly unguarded: ReturnType<typeof guardChecker>;
	/** Fingerprints of the types made so far. Read once all types are made. */
	readonly fingerprints: Fingerprints;
	readonly passed: CheckCache;
	/** Source nodes of rule arguments with expressions. */
	readonly expressions: Map<RuleUse, SpecNode>;
	/** Checks that run once all types are made. */
	readonly later: (() => void)[];
	/** Examples to check against the rules once there are no other errors. */
	readonly examples: ExampleObject[];
	/** Versions whose round trip is checked once there are no other errors. */
	readonly conversions: ConvertedVersion[];
	/** Kinds of which an object without a status is checked once there are no other errors. */
	readonly begun: BegunObject[];
	/** Defaults and examples of fields to check once there are no other errors. */
	readonly written: WrittenValue[];
}

export interface DescribedType {
	readonly descriptor: TypeDescriptor;
	/** Schema from which the type is made. */
	readonly node: MapNode;
	/** Sources of the type's rules: the schema, and `rules` of its kind. */
	readonly ruleNodes: readonly SpecNode[];
	readonly position: Position;
	/** Descriptions by field. The type's own has the key ''. */
	readonly docs: Readonly<Record<string, string>>;
	/** Source nodes of the kind names to which each field refers, by field. */
	readonly references: ReadonlyMap<string, readonly SpecNode[]>;
}

/** Location of a schema: the base of its `$ref`s, and the name that a type declared in place gets. */
export interface SchemaLocation {
	readonly package: Package;
	readonly version: string;
	readonly name: string;
}

export function typeName(location: { readonly package: { readonly name: string }; readonly version: string; readonly name: string }): TypeName {
	return `${location.package.name}/${location.version}.${location.name}`;
}

export function locationOf(declaration: Declaration): SchemaLocation {
	return { package: declaration.package, version: declaration.version, name: declaration.name };
}
