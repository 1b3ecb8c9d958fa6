/** What is shared while types are made of schemas: the inputs, where findings go, and the types so far. */

import type { RuleUse, Schema, TypeDescriptor, TypeName } from '../../runtime/model/catalog.ts';
import type { CheckTypes } from '../../runtime/schema/cel/check.ts';
import type { guardChecker } from '../../runtime/schema/cel/guards.ts';
import type { LockedNumbers } from '../compat/lock/lock.ts';
import type { Position } from '../model.ts';
import type { Report } from './diagnostics/diagnostic.ts';
import type { ExampleObject, WrittenValue } from './kinds/examples.ts';
import type { ConvertedVersion } from './kinds/losses.ts';
import type { BegunObject } from './kinds/new-objects.ts';
import type { Declaration, Package } from './packages.ts';
import type { Fingerprints, Passed } from './passed.ts';
import type { Calendar } from './releases.ts';
import type { RuleKeyword, Shapes } from './shape/shape.ts';
import type { MapNode, SpecNode } from './source/node.ts';

export interface ReadContext {
	readonly packages: ReadonlyMap<string, Package>;
	readonly calendar: Calendar;
	readonly rules: readonly RuleKeyword[];
	readonly shapes: Shapes;
	readonly report: Report;
	/** What locks say of the protobuf numbers of a type. */
	readonly lockedNumbers: (type: TypeName) => LockedNumbers;
	/** Schemas that are kinds: they get apiVersion, kind and metadata. */
	readonly roots: ReadonlySet<MapNode>;
	/** Schemas and objects contain each other: this is `makeSchema`. */
	readonly schema: (node: MapNode, location: SchemaLocation) => Schema;
	readonly types: Map<TypeName, DescribedType>;
	/** Of expressions, when all types are made. */
	readonly checkTypes: CheckTypes;
	/** Fields that an expression reads though they may be absent. */
	readonly unguarded: ReturnType<typeof guardChecker>;
	/** Of the types so far; asked for when all are made. */
	readonly fingerprints: Fingerprints;
	readonly passed: Passed;
	/** Where the arguments of rules that hold expressions stand. */
	readonly expressions: Map<RuleUse, SpecNode>;
	/** Checks that need all types: run when all are made. */
	readonly later: (() => void)[];
	/** Examples to be checked against the rules, when everything else is right. */
	readonly examples: ExampleObject[];
	/** Versions to be sent there and back, likewise. */
	readonly conversions: ConvertedVersion[];
	/** Objects without a status, likewise. */
	readonly begun: BegunObject[];
	/** Defaults, and examples of fields, likewise. */
	readonly written: WrittenValue[];
}

export interface DescribedType {
	readonly descriptor: TypeDescriptor;
	/** The schema that it is made of. */
	readonly node: MapNode;
	/** Where its rules stand: the schema, and the `rules` of its kind. */
	readonly ruleNodes: readonly SpecNode[];
	readonly position: Position;
	/** Descriptions by field; '' is the type's own. */
	readonly docs: Readonly<Record<string, string>>;
	/** Fields that name objects: the kind, as it is written. */
	readonly references: ReadonlyMap<string, readonly SpecNode[]>;
}

/** Where a schema stands: what `$ref` is relative to, and what an object written in place would be called. */
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
