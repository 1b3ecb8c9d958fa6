/**
 * Parses the nodes of a YAML document to JSON values, in one pass: block lists and maps by their columns. `flow-reader.ts` parses flow
 * collections, `reader.ts` documents.
 */

import { readBlockScalar } from './block-scalar.ts';
import { code } from './cursor.ts';
import { FlowReader, startsFlow } from './flow-reader.ts';
import { readPlain, startsPlain } from './plain.ts';
import { type Properties, readProperties, startsProperties } from './properties.ts';
import type { YamlMap, YamlValue } from './value.ts';

/** Constraints on the start of a node. */
interface Place {
	/** Column that the node must be to the right of, unless it starts on the line of its indicator. */
	readonly indent: number;
	/** True when a list or map may start on the line of its indicator: after `-` and `?`, not after a key. */
	readonly compact: boolean;
	/** True when a list may start at the column itself, as the value of a map. */
	readonly listAtIndent: boolean;
}

export class NodeReader extends FlowReader {
	/** Parses the node of a document. `compact`: it does not start on the line of `---`. Sets `isEmpty` when there is none. */
	root(compact: boolean): YamlValue {
		return this.node({ indent: -1, compact, listAtIndent: false });
	}

	/** Parses a node and its properties. */
	private node(place: Place): YamlValue {
		const { cursor } = this;
		const { line } = cursor;
		cursor.skip();
		const collections = place.compact || cursor.line > line;
		if (this.isAbsent(place)) return this.nothing(line);
		if (startsProperties(cursor)) return this.withProperties(place, collections);
		return this.content(place, collections, undefined);
	}

	/** True when there is no node here. */
	private isAbsent({ indent, listAtIndent }: Place): boolean {
		const { cursor } = this;
		if (cursor.ended) return true;
		if (!cursor.atLineStart) return false;
		if (cursor.column <= indent) return !(listAtIndent && cursor.column === indent && cursor.isIndicator(code.dash));
		return cursor.isMarker();
	}

	/** Parses a node with properties. They belong to its first key when that is on the same line, otherwise to the node. */
	private withProperties(place: Place, collections: boolean): YamlValue {
		const { cursor } = this;
		const properties = readProperties(cursor, this.handles);
		const { line } = properties;
		cursor.skip();
		if (cursor.line === line && !cursor.ended) return this.content(place, collections, properties);
		this.begin(properties);
		const value = this.isAbsent(place) ? this.nothing(line, properties) : this.belowProperties(place, properties);
		this.end(properties, value);
		this.nodeLine = line;
		return value;
	}

	/**
	 * Parses a node on the lines after its properties. Tag and anchor may be on separate lines, and properties of the first key may follow.
	 */
	private belowProperties(place: Place, above: Properties): YamlValue {
		const { cursor } = this;
		if (!startsProperties(cursor)) return this.content(place, true, undefined, above.tag);
		const properties = readProperties(cursor, this.handles);
		const { line } = properties;
		cursor.skip();
		if (cursor.line === line && !cursor.ended) return this.content(place, true, properties, above.tag);
		const isTwice = (above.tag !== undefined && properties.tag !== undefined) || (above.anchor !== undefined && properties.anchor !== undefined);
		if (isTwice || startsProperties(cursor)) throw cursor.fault('did not find expected node content');
		this.begin(properties);
		const tag = properties.tag ?? above.tag;
		const value = this.isAbsent(place)
			? this.nothing(line, tag === undefined ? properties : { ...properties, tag })
			: this.content(place, true, undefined, tag);
		this.end(properties, value);
		return value;
	}

	/** Parses the content. `collections`: a list or map may start here. `tagAbove`: the node's tag, from a line above. */
	private content({ indent }: Place, collections: boolean, properties: Properties | undefined, tagAbove?: string): YamlValue {
		const { cursor } = this;
		const { line, next } = cursor;
		const column = properties?.column ?? cursor.column;
		const { tabbed } = cursor;
		this.refuseTab();
		if (collections && properties === undefined && !tabbed) {
			if (cursor.isIndicator(code.dash)) return this.list(column, indent);
			if (cursor.isIndicator(code.question) || cursor.isIndicator(code.colon)) return this.map(column, false, null);
		}
		if (next === code.bar || next === code.greater) return this.blockScalar(indent, properties, tagAbove);
		const value = this.inline(indent, properties);
		cursor.skipBlanks();
		if (!cursor.isIndicator(code.colon)) return tagAbove === undefined ? value : this.retagged(value, properties?.tag ?? tagAbove);
		if (!collections || tabbed || cursor.line !== line) throw cursor.fault('mapping values are not allowed in this context');
		return this.map(column, true, value);
	}

	private blockScalar(indent: number, properties: Properties | undefined, tagAbove: string | undefined): YamlValue {
		const { line } = this.cursor;
		this.begin(properties);
		const value = this.scalar(readBlockScalar(this.cursor, indent), false, properties?.tag ?? tagAbove);
		this.end(properties, value);
		return this.something(value, properties?.line ?? line);
	}

	/** Parses `- a` and the following entries at a column, in a node at column `indent`. */
	private list(column: number, indent: number): YamlValue {
		const { cursor } = this;
		const { line } = cursor;
		const items: YamlValue[] = [];
		const place: Place = { indent: column, compact: true, listAtIndent: false };
		this.deeper();
		for (;;) {
			this.refuseTab();
			this.lines?.set(items, items.length, cursor.line);
			cursor.moveTo(cursor.at + 1);
			items.push(this.node(place));
			cursor.skip();
			if (this.endsBlock(column)) break;
			if (cursor.column === column && cursor.isIndicator(code.dash)) continue;
			// A list at the column of its key ends at the next key.
			if (cursor.column === column && column === indent) break;
			throw cursor.fault("did not find expected '-' indicator");
		}
		this.depth--;
		return this.something(items, line);
	}

	/** Parses `a: b` and the following members at a column. `hasKey`: the first key has been parsed, and the cursor is at its colon. */
	private map(column: number, hasKey: boolean, firstKey: YamlValue): YamlValue {
		const { cursor } = this;
		const { line } = cursor;
		const object: YamlMap = {};
		const merges: YamlValue[] = [];
		const place: Place = { indent: column, compact: false, listAtIndent: true };
		this.deeper();
		for (let isFirst = hasKey; ; isFirst = false) {
			if (!isFirst && cursor.isIndicator(code.question)) this.explicitMember(object, merges, column);
			else {
				const key = isFirst ? firstKey : this.implicitKey(column);
				this.value(object, merges, key, place);
			}
			cursor.skip();
			if (this.endsBlock(column)) break;
			if (cursor.column !== column || cursor.isIndicator(code.dash)) throw cursor.fault('did not find expected key');
			this.refuseTab();
		}
		this.depth--;
		if (merges.length > 0) this.members.merge(object, merges);
		return this.something(object, line);
	}

	/** True when the list or map ends after an entry. Throws YamlError when more text follows on the entry's line. */
	private endsBlock(column: number): boolean {
		const { cursor } = this;
		if (cursor.ended) return true;
		if (!cursor.atLineStart) throw cursor.fault('did not find expected key');
		return cursor.column < column || cursor.isMarker();
	}

	private implicitKey(column: number): YamlValue {
		const { cursor } = this;
		const { line } = cursor;
		if (cursor.isIndicator(code.colon)) return this.nothing(line);
		const properties = startsProperties(cursor) ? readProperties(cursor, this.handles) : undefined;
		const key = this.inline(column, properties);
		cursor.skipBlanks();
		if (!cursor.isIndicator(code.colon) || cursor.line !== line) throw cursor.fault("could not find expected ':'", line);
		return key;
	}

	/** Parses `? key`, and `: value` at the same column. */
	private explicitMember(object: YamlMap, merges: YamlValue[], column: number): void {
		const { cursor } = this;
		const place: Place = { indent: column, compact: true, listAtIndent: true };
		cursor.moveTo(cursor.at + 1);
		const key = this.node(place);
		cursor.skip();
		if (cursor.atLineStart && cursor.column === column && cursor.isIndicator(code.colon)) this.value(object, merges, key, place);
		else this.members.set(object, key, this.nodeLine, null, this.nodeLine);
	}

	/** Parses the value after a colon; its key is the last node. */
	private value(object: YamlMap, merges: YamlValue[], key: YamlValue, place: Place): void {
		const { isMerge, nodeLine: keyLine } = this;
		this.cursor.moveTo(this.cursor.at + 1);
		const value = this.node(place);
		if (isMerge) merges.push(value);
		else this.members.set(object, key, keyLine, value, this.isEmpty ? keyLine : this.nodeLine);
	}

	/** Parses a node that may be a key: an alias, a scalar, or a flow collection. */
	private inline(indent: number, properties: Properties | undefined): YamlValue {
		const { cursor } = this;
		const line = properties?.line ?? cursor.line;
		const { next } = cursor;
		if (startsPlain(cursor, false)) return this.plain(readPlain(cursor, indent, false), line, properties);
		if (next === code.star) return this.alias(properties);
		if (startsFlow(next)) return this.quotedOrFlow(next, line, properties);
		if (properties === undefined || !(cursor.ended || cursor.isIndicator(code.colon) || next === code.newline)) throw this.unexpected();
		return this.nothing(line, properties);
	}

	/** Refuses a tab in the indentation. */
	private refuseTab(): void {
		if (this.cursor.tabbed && this.cursor.atLineStart) throw this.cursor.fault('found character that cannot start any token');
	}
}
