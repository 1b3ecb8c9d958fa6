/** Checks whether one of the variants in force while a request was in flight explains its answer. */
import { vocabulary } from '../../../generated/vocabulary.ts';
import { compile } from '../../../runtime/schema/compile.ts';
import { unwrapUnknown } from '../../../runtime/wire/protobuf/unknown.ts';
import type { Loose } from '../../setup/loose.ts';
import type { Answered } from './client.ts';
import { contentOf } from './history.ts';
import { catalogOf, group, type Variant, type Version } from './variant.ts';

export const protobuf = `application/vnd.${vocabulary.product}.protobuf`;
export const table = `application/json;as=Table;v=v1;g=meta.${vocabulary.groupDomain}`;

export interface Question {
	readonly version: Version;
	/** Subresource; empty for the object. */
	readonly subresource?: '' | 'status' | 'scale';
	readonly as?: 'json' | 'table' | 'protobuf';
	/** Path of the field in the field selector. */
	readonly field?: string;
	/** Expected statuses if the variant does not refuse the request. */
	readonly usual: readonly number[];
	/** Weight in the written object. */
	readonly weight?: number;
	/** Weight in the stored object. A value that a write leaves unchanged is not refused, except by kinds of built-in groups. */
	readonly storedWeight?: number | undefined;
	/** Possible contents after the write under a variant. */
	readonly leaves?: (variant: Variant) => readonly string[];
	readonly isList?: boolean;
}

/** Returns the reason why the answer is wrong, or undefined. */
export function wrongBy(variants: readonly Variant[], question: Question, answer: Answered): string | undefined {
	const wrongs = new Set<string>();
	for (const variant of new Set(variants)) {
		const wrong = wrongByOne(variant, question, answer);
		if (wrong === undefined) return undefined;
		wrongs.add(wrong);
	}
	return [...wrongs].join(' | ');
}

function wrongByOne(variant: Variant, question: Question, { status, mediaType, body }: Answered): string | undefined {
	const expected = statusesBy(variant, question);
	if (!expected.includes(status)) return `${status} instead of ${expected.join(' or ')}: ${body.subarray(0, 400)}`;
	if (status >= 300) return undefined;
	const { as = 'json' } = question;
	if (as === 'protobuf') return mediaType === protobuf ? undefined : `${mediaType} instead of protobuf`;
	const answered = JSON.parse(body.toString()) as Loose;
	if (as === 'table') {
		const columns = answered.columnDefinitions.map(({ name }: Loose) => name).join();
		const wanted = ['Name', ...variant.columns, 'Age'].join();
		return columns === wanted ? undefined : `columns ${columns} instead of ${wanted}`;
	}
	if (question.isList) return wrongList(variant, question.version, answered);
	if (question.subresource === 'scale') return answered.kind === 'Scale' ? undefined : `${answered.kind} instead of Scale`;
	if (answered.kind === 'Status') return undefined;
	return wrongObject(answered, question.version) ?? wrongContent(variant, question, answered);
}

function statusesBy(variant: Variant, { version, subresource = '', as, field, usual, weight = 0, storedWeight }: Question): readonly number[] {
	if (!variant.isThere || (version === 'v1beta1' && !variant.hasBeta)) return [404];
	if ((subresource === 'status' && !variant.hasStatus) || (subresource === 'scale' && !variant.hasScale)) return [404];
	if (field !== undefined && !variant.selectable.includes(field)) return [400];
	if (as === 'protobuf' && variant.numbersFrom === undefined) return [406];
	if (weight > variant.maxWeight && !(variant.custom && weight === storedWeight)) return subresource === '' ? [422] : [422, ...usual];
	return usual;
}

function wrongList({ custom }: Variant, version: Version, { apiVersion, kind, items }: Loose): string | undefined {
	if (kind !== 'WidgetList' || apiVersion !== `${group}/${version}`) return `a list of ${apiVersion} ${kind}`;
	for (const item of items) {
		if ('kind' in item !== custom || 'apiVersion' in item !== custom) return `an item ${custom ? 'without' : 'with'} kind and apiVersion`;
		const wrong = wrongShape(item, version);
		if (wrong !== undefined) return wrong;
	}
	return undefined;
}

export function wrongObject(object: Loose, version: Version): string | undefined {
	const { kind, apiVersion } = object;
	return kind === 'Widget' && apiVersion === `${group}/${version}` ? wrongShape(object, version) : `${apiVersion} ${kind} in ${version}`;
}

/** Checks the place of the colour, which differs between the versions. */
function wrongShape({ spec, metadata }: Loose, version: Version): string | undefined {
	const isRight = version === 'v1' ? spec?.colour === undefined && spec?.look !== undefined : spec?.colour !== undefined && spec?.look === undefined;
	return isRight ? undefined : `${metadata?.name} is not in ${version}: ${JSON.stringify(spec)?.slice(0, 200)}`;
}

function wrongContent(variant: Variant, { leaves }: Question, object: Loose): string | undefined {
	const content = contentOf(object);
	const expected = leaves?.(variant);
	return expected === undefined || expected.includes(content) ? undefined : `${content} instead of ${expected.join(' or ')}`;
}

/** Decodes the object of a protobuf answer with each variant; returns true if one result fits. */
export function decoded(variants: readonly Variant[], version: Version, body: Buffer, fits: (content: string) => boolean): boolean {
	const { raw, apiVersion } = unwrapUnknown(body);
	if (apiVersion !== `${group}/${version}`) return false;
	return variants.some((variant) => {
		if (variant.numbersFrom === undefined || !variant.isThere) return false;
		try {
			return fits(contentOf(compile(catalogOf(variant)).type(`swaps/${version}.Widget`).decode(raw)));
		} catch {
			// The bytes may be no message under the field numbers of another variant.
			return false;
		}
	});
}
