/** State shared while types are made from schemas: the inputs, the report of findings, and the types so far. */

import type { RuleUse, Schema, TypeDescriptor, TypeName } from '../../runtime/model/catalog.ts';
import type { CheckTypes } from '../../runtime/schema/cel/check.ts';
import type { guardChecker } from '../../runtime/schema/cel/guards.ts';
import type { LockedNumbers } from '../compat/lock/lock.ts';
import type { Position } from '../model.ts';
import type { CheckCache, Fingerprints } from './check-cache.ts';
import type { Report } from './diagnostics/diagnostic.ts';
import type { ExampleObject, WrittenValue } from './kinds/examples.ts';
import type { BegunObject } from './kinds/new-objects.ts';
import type { ConvertedVersion } from './kinds/round-trip.ts';
import type { Declaration, Package } from './packages.ts';
import type { Calendar } from './releases.ts';
import type { RuleKeyword, Shapes } from './shape/shape.ts';
import type { MapNode, SpecNode } from './source/node.ts';

export interface ReadContext {
	readonly packages: ReadonlyMap<string, Package>;
	readonly calendar: Calendar;
	readonly rules: readonly RuleKeyword[];
	readonly shapes: Shapes;
	readonly report: Report;
	/** Returns the protobuf numbers that locks hold for a type. */
	readonly lockedNumbers: (type: TypeName) => LockedNumbers;
	/** Schemas of kinds: they get apiVersion, kind and metadata. */
	readonly roots: ReadonlySet<MapNode>;
	/** `makeSchema`, passed here because schemas and objects contain each other. */
	readonly schema: (node: MapNode, location: SchemaLocation) => Schema;
	readonly types: Map<TypeName, DescribedType>;
	/** Type-checks expressions; usable once all types are made. */
	readonly checkTypes: CheckTypes;
	/** Checker of expressions that read fields which may be absent. */
	readonly unguarded: ReturnType<typeof guardChecker>;
	/** Fingerprints of the types so far; queried once all types are made. */
	readonly fingerprints: Fingerprints;
	readonly passed: CheckCache;
	/** Source nodes of the arguments of rules that hold expressions. */
	readonly expressions: Map<RuleUse, SpecNode>;
	/** Checks that need all types; they run once all types are made. */
	readonly later: (() => void)[];
	/** Examples checked against the rules once everything else is right. */
	readonly examples: ExampleObject[];
	/** Versions whose round trip is checked once everything else is right. */
	readonly conversions: ConvertedVersion[];
	/** Objects without a status, checked once everything else is right. */
	readonly begun: BegunObject[];
	/** Defaults and examples of fields, checked once everything else is right. */
	readonly written: WrittenValue[];
}

export interface DescribedType {
	readonly descriptor: TypeDescriptor;
	/** Schema from which the type is made. */
	readonly node: MapNode;
	/** Sources of the type's rules: the schema, and the `rules` of its kind. */
	readonly ruleNodes: readonly SpecNode[];
	readonly position: Position;
	/** Descriptions by field; '' is the type's own. */
	readonly docs: Readonly<Record<string, string>>;
	/** Source nodes of the kind names that each field references, by field. */
	readonly references: ReadonlyMap<string, readonly SpecNode[]>;
}

/** Location of a schema: the base of its `$ref`s, and the name that an object written in place would get. */
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
