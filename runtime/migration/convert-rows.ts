/** Converts outdated rows of a kind with a conversion webhook. Rows in the storage version need only other side data or keys. */
import type { JsonObject } from '../model/catalog.ts';
import type { ServedResource } from '../serving/resource.ts';
import type { Mutation } from '../storage/store.ts';
import { type ConversionContext, convertTo } from '../verbs/conversion/convert.ts';
import { storedForm } from '../verbs/write/stored-form.ts';
import { parseJson } from '../wire/json/json.ts';

/** Time limit of a call. No client waits for the webhook, and the rows of other kinds wait behind these. */
const callMs = 5_000;

/** Returns the rows in the storage version. Rejects with ApiError when the webhook fails; no row is then converted. */
export async function convertedRows(
	context: Pick<ConversionContext, 'conversions'>,
	target: ServedResource,
	rows: readonly Mutation[],
): Promise<readonly Mutation[]> {
	const objects = rows.map(({ bytes }) => parseJson(Buffer.from(bytes ?? '').toString()) as JsonObject);
	const converted = await convertTo(context, target, objects, AbortSignal.timeout(callMs));
	return rows.map((row, index) => {
		const object = converted[index];
		if (object === undefined || object === objects[index]) return row;
		const { text, side, version } = storedForm(object, target);
		return { ...row, bytes: Buffer.from(text), side, version };
	});
}
