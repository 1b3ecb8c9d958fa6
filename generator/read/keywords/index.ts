/** Structural keywords, in the order of documents and of the model's attributes. */

import { additionalProperties, include, items, keys, preserveUnknown, properties } from './composition.ts';
import { defaultShown, defaultValue } from './default.ts';
import { constant, enumeration, enumGates, enumHidden, enumOpen } from './enum.ts';
import { examples } from './examples.ts';
import { gate, withoutGate } from './gate.ts';
import { history } from './history.ts';
import { immutable } from './immutable.ts';
import { inline } from './inline.ts';
import { introduced, removed } from './introduced.ts';
import type { Keyword } from './keyword.ts';
import { lifecycle } from './lifecycle.ts';
import { listMapKeys, listType, mayRepeat } from './list-type.ts';
import { mapType } from './map-type.ts';
import { markedSince } from './marked-since.ts';
import { mayBeEmpty } from './may-be-empty.ts';
import { nullable } from './nullable.ts';
import { patchMergeKey, patchStrategy } from './patch.ts';
import { precision } from './precision.ts';
import { presence } from './presence.ts';
import { protobuf } from './protobuf.ts';
import { references } from './references.ts';
import { required } from './required.ts';
import { description, format, reference, type, typeName } from './type.ts';
import { union, unions } from './union.ts';
import { writeOnly } from './write-only.ts';

export const keywords: readonly Keyword[] = [
	reference,
	type,
	format,
	description,
	examples,
	include,
	properties,
	items,
	additionalProperties,
	enumeration,
	constant,
	enumOpen,
	enumHidden,
	listType,
	listMapKeys,
	markedSince,
	enumGates,
	precision,
	mayRepeat,
	keys,
	unions,
	typeName,
	preserveUnknown,
	protobuf,
	presence,
	required,
	defaultValue,
	defaultShown,
	immutable,
	mayBeEmpty,
	nullable,
	writeOnly,
	lifecycle,
	union,
	inline,
	patchStrategy,
	patchMergeKey,
	mapType,
	gate,
	withoutGate,
	introduced,
	removed,
	history,
	references,
];

/** All spellings of structural keywords. A word that is neither among them nor a rule is misspelt. */
export const structuralWords: ReadonlySet<string> = new Set(keywords.flatMap(({ keyword, aliases = [] }) => [keyword, ...aliases]));
