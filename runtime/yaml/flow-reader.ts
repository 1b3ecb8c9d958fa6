/** Parses flow collections (`[a, b]`, `{a: b}`), and what they share with block collections: scalars, aliases, anchors. */

import { Anchors } from './anchors.ts';
import { type Cursor, code, isBlankOrEnd, isFlowIndicator } from './cursor.ts';
import { Members } from './members.ts';
import type { NodeLines } from './node-lines.ts';
import type { NodeOptions } from './node-options.ts';
import { readPlain, startsPlain } from './plain.ts';
import type { YamlError } from './problem.ts';
import { type Properties, readName, readProperties, startsProperties, type TagHandles } from './properties.ts';
import { readDoubleQuoted, readSingleQuoted } from './quoted.ts';
import { scalarValue } from './scalar-value.ts';
import type { YamlMap, YamlValue } from './value.ts';

/** Maximum depth of lists and maps, that of JSON bodies. */
const mostLevels = 1_000;

/** Parsing methods return the value and set fields for other facts about the node, because a body may have a million nodes. */
export class FlowReader {
	protected readonly cursor: Cursor;
	protected readonly handles: TagHandles;
	protected readonly members: Members;
	protected readonly lines: NodeLines | undefined;
	protected depth = 0;
	/** Line on which the last node starts. */
	protected nodeLine = 1;
	/** True when the last node is absent: no text, no quotes. */
	isEmpty = false;
	/** True when the last node is an unquoted `<<`. */
	protected isMerge = false;
	/** Text of the last scalar. */
	private scalarText = '';
	private isPlain = false;
	private readonly anchors = new Anchors();

	constructor(cursor: Cursor, { handles, duplicates, lines }: NodeOptions) {
		this.cursor = cursor;
		this.handles = handles;
		this.lines = lines;
		this.members = new Members(this.anchors, { duplicates, lines });
	}

	/** Reads a node that starts with a quote or a bracket. */
	protected quotedOrFlow(next: number, line: number, properties: Properties | undefined): YamlValue {
		this.begin(properties);
		let value: YamlValue;
		if (next === code.quote) value = this.scalar(readDoubleQuoted(this.cursor), false, properties?.tag);
		else if (next === code.apostrophe) value = this.scalar(readSingleQuoted(this.cursor), false, properties?.tag);
		else value = next === code.openList ? this.flowList() : this.flowMap();
		this.end(properties, value);
		return this.something(value, line);
	}

	/** Parses `[a, b: c]`. */
	private flowList(): YamlValue {
		const { cursor } = this;
		const items: YamlValue[] = [];
		this.deeper();
		cursor.moveTo(cursor.at + 1);
		for (;;) {
			this.skipInFlow();
			if (cursor.next === code.closeList) break;
			this.lines?.set(items, items.length, cursor.line);
			items.push(this.flowItem());
			this.skipInFlow();
			if (cursor.next === code.comma) cursor.moveTo(cursor.at + 1);
			else if (cursor.next !== code.closeList) throw cursor.fault("did not find expected ',' or ']'");
		}
		cursor.moveTo(cursor.at + 1);
		this.depth--;
		return items;
	}

	/** Parses an entry of a flow list: a value, or a map with one member and no braces. */
	private flowItem(): YamlValue {
		const { cursor } = this;
		const { line } = cursor;
		const isExplicit = this.skipQuestion();
		const isJsonLike = startsFlow(cursor.next);
		const key = this.flowNode(isExplicit);
		if (isExplicit) this.skipInFlow();
		else cursor.skipBlanks();
		if (!isExplicit && (cursor.line !== line || !this.isFlowColon(isJsonLike))) return key;
		const object: YamlMap = {};
		this.flowValue(object, key, isJsonLike);
		return object;
	}

	/** Parses `{a: b}`. */
	private flowMap(): YamlValue {
		const { cursor } = this;
		const object: YamlMap = {};
		let merges: YamlValue[] | undefined;
		this.deeper();
		cursor.moveTo(cursor.at + 1);
		for (;;) {
			this.skipInFlow();
			if (cursor.next === code.closeMap) break;
			const isExplicit = this.skipQuestion();
			const isJsonLike = startsFlow(cursor.next);
			const key = this.flowNode(isExplicit);
			const merged = this.flowValue(object, key, isJsonLike);
			if (merged !== undefined) {
				merges ??= [];
				merges.push(merged);
			}
			this.skipInFlow();
			if (cursor.next === code.comma) cursor.moveTo(cursor.at + 1);
			else if (cursor.next !== code.closeMap) throw cursor.fault("did not find expected ',' or '}'");
		}
		cursor.moveTo(cursor.at + 1);
		this.depth--;
		if (merges !== undefined) this.members.merge(object, merges);
		return object;
	}

	/** Skips `?`, after which any node may be a key. */
	private skipQuestion(): boolean {
		if (!this.cursor.isIndicator(code.question)) return false;
		this.cursor.moveTo(this.cursor.at + 1);
		this.skipInFlow();
		return true;
	}

	/** Parses the value, if any, of the last key. Returns it instead of setting it when it is to be merged (`<<`). */
	private flowValue(object: YamlMap, key: YamlValue, isJsonLike: boolean): YamlValue | undefined {
		const { cursor, isMerge, nodeLine: keyLine } = this;
		this.skipInFlow();
		let value: YamlValue = null;
		let line = keyLine;
		if (this.isFlowColon(isJsonLike)) {
			cursor.moveTo(cursor.at + 1);
			this.skipInFlow();
			value = this.flowNode(true);
			if (!this.isEmpty) line = this.nodeLine;
		}
		if (isMerge) return value;
		this.members.set(object, key, keyLine, value, line);
		return undefined;
	}

	/** True at the colon after a key. A blank must follow it, unless the key is a flow collection or quoted. */
	private isFlowColon(isJsonLike: boolean): boolean {
		const { cursor } = this;
		if (cursor.next !== code.colon) return false;
		const behind = cursor.text.charCodeAt(cursor.at + 1);
		return isJsonLike || isBlankOrEnd(behind) || isFlowIndicator(behind);
	}

	/** Parses a node in a flow collection. It may be absent after properties, before a colon and, with `mayEnd`, at the end of a member. */
	private flowNode(mayEnd: boolean): YamlValue {
		const { cursor } = this;
		const { line } = cursor;
		let properties: Properties | undefined;
		if (startsProperties(cursor)) {
			properties = readProperties(cursor, this.handles);
			this.skipInFlow();
		}
		const { next } = cursor;
		if (startsPlain(cursor, true)) return this.plain(readPlain(cursor, -1, true), line, properties);
		if (next === code.star) return this.alias(properties);
		if (startsFlow(next)) return this.quotedOrFlow(next, line, properties);
		const mayBeEmpty = properties !== undefined || this.isFlowColon(false) || (mayEnd && isFlowIndicator(next));
		if (!mayBeEmpty) throw this.unexpected();
		return this.nothing(line, properties);
	}

	private skipInFlow(): void {
		const { cursor } = this;
		cursor.skip();
		if (cursor.atLineStart && cursor.isMarker()) throw cursor.fault('did not find expected node content');
	}

	protected alias(properties: Properties | undefined): YamlValue {
		const { cursor } = this;
		const { line } = cursor;
		if (properties !== undefined) throw cursor.fault('did not find expected node content');
		cursor.moveTo(cursor.at + 1);
		return this.something(this.anchors.alias(readName(cursor, 'alias')), line);
	}

	protected plain(text: string, line: number, properties: Properties | undefined): YamlValue {
		this.begin(properties);
		const value = this.scalar(text, true, properties?.tag);
		this.end(properties, value);
		this.something(value, line);
		this.isMerge = text === '<<';
		return value;
	}

	protected scalar(text: string, isPlain: boolean, tag: string | undefined): YamlValue {
		const value = scalarValue(text, isPlain, tag);
		this.scalarText = text;
		this.isPlain = isPlain;
		if (value === undefined) throw this.cursor.fault(`${text} has no JSON form`);
		return value;
	}

	/** Applies a tag from an earlier line to the last node, once it is known to be no key. */
	protected retagged(value: YamlValue, tag: string): YamlValue {
		return value !== null && typeof value === 'object' ? value : this.scalar(this.scalarText, this.isPlain, tag);
	}

	/** Sets the fields for a present node. */
	protected something(value: YamlValue, line: number): YamlValue {
		this.nodeLine = line;
		this.isEmpty = false;
		this.isMerge = false;
		return value;
	}

	/** Sets the fields for an absent node, whose properties may make it an empty text. */
	protected nothing(line: number, properties?: Properties): YamlValue {
		const value = properties === undefined ? null : (scalarValue('', true, properties.tag) ?? null);
		this.begin(properties);
		this.end(properties, value);
		this.scalarText = '';
		this.isPlain = true;
		this.nodeLine = line;
		this.isEmpty = properties === undefined;
		this.isMerge = false;
		return value;
	}

	/** Starts a node with these properties. An alias to it inside it is refused. */
	protected begin(properties: Properties | undefined): void {
		if (properties?.anchor !== undefined) this.anchors.begin(properties.anchor);
	}

	/** Ends the node and stores its value for its anchor. */
	protected end(properties: Properties | undefined, value: YamlValue): void {
		if (properties?.anchor !== undefined) this.anchors.end(properties.anchor, value);
	}

	protected deeper(): void {
		if (++this.depth > mostLevels) throw this.cursor.fault(`exceeded max depth of ${mostLevels}`);
	}

	protected unexpected(): YamlError {
		const { cursor } = this;
		const cannotStart = cursor.next === code.percent || cursor.next === code.at || cursor.next === code.backtick;
		return cursor.fault(cannotStart ? 'found character that cannot start any token' : 'did not find expected node content');
	}
}

/** True for quotes and opening brackets. */
export function startsFlow(next: number): boolean {
	return next === code.quote || next === code.apostrophe || next === code.openList || next === code.openMap;
}
