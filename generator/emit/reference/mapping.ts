/** Describes the conversion from a version to the storage version in words. */
import type { ConversionStep, ExchangedValue, MovedEntry, VersionDescriptor } from '../../../runtime/model/catalog.ts';
import { code } from '../../print/markdown.ts';

/** Returns a sentence for each step. Empty when the conversion only copies fields of equal names. */
export function mappingWords({ conversion = [] }: Pick<VersionDescriptor, 'conversion'>): readonly string[] {
	return conversion === 'hook' ? ['Converted by code of the kind.'] : conversion.map(stepWords);
}

function stepWords(step: ConversionStep): string {
	const within = step.type === undefined ? '' : `In ${step.type}: `;
	switch (step.kind) {
		case 'move': {
			const place = step.here === step.storage ? `\`${step.here}\`` : `\`${step.here}\` is \`${step.storage}\` there`;
			const more = [...(step.values ?? []).map(valueWords), ...(step.entries ?? []).map(entryWords)];
			return `${within}${place}${more.length === 0 ? '' : `: ${more.join('; ')}`}.`;
		}
		case 'split':
			return `${within}\`${step.here}\` is \`${step.integer}\` there where it is a number, and \`${step.string}\` where it is text.`;
		case 'join':
			return `${within}${joinWords(step)}`;
		case 'merge':
			return `${within}\`${step.integer}\` and \`${step.string}\` are \`${step.storage}\` there, a number or text.`;
		case 'whenAbsentHere':
			return `${within}\`${step.here}\` is ${code(step.value)} where nothing is said of it there.`;
		case 'whenAbsent':
			return `${within}\`${step.storage}\` there is ${code(step.value)} where nothing is said of it.`;
	}
}

function joinWords({ here, storage, separator }: Extract<ConversionStep, { kind: 'join' }>): string {
	const between = `with \`${separator}\` between them, the last with all the rest`;
	const [ours, theirs] = [here, storage].map((paths) => paths.map((path) => `\`${path}\``).join(', '));
	return here.length === 1 ? `${ours} is cut into ${theirs} there, ${between}.` : `${ours} are joined to ${theirs} there, ${between}.`;
}

function valueWords({ here, storage }: ExchangedValue): string {
	return `${code(here)} is ${code(storage)}`;
}

function entryWords(entry: MovedEntry): string {
	return 'storage' in entry ? `the entry \`${entry.key}\` is \`${entry.storage}\`` : `the entry \`${entry.key}\` says again what \`${entry.repeats}\` says`;
}
