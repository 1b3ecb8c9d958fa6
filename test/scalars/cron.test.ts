/** Tests cron schedules: the ones that Kubernetes accepts, and the messages for others. */
import { describe, expect, it } from 'vitest';
import { scheduleProblem } from '../../runtime/scalars/cron.ts';
import { timeZoneProblem } from '../../runtime/scalars/time-zones.ts';

describe('a schedule', () => {
	it.each([
		'* * * * *',
		'? ? ? ? ?',
		'*/5,1-3 * * * *',
		'5/15 * * * *',
		'0-59/7 0 1 1 0',
		', * * * *',
		'1,,2 * * * *',
		'+5 * * * *',
		'*-5 * * * *',
		'*\t*  * * *',
		'* * * JAN MON',
		'* * * jan-DEC sun-sat',
		'@yearly',
		'@annually',
		'@monthly',
		'@weekly',
		'@daily',
		'@midnight',
		'@hourly',
		'@every 1h30m',
		'TZ=UTC * * * * *',
		'CRON_TZ=Europe/Vienna 0 0 * * *',
		'TZ= 0 0 * * *',
		'TZ=UTC @daily',
		'CRON_TZ=America/New_York  @every 1m',
	])('%j', (text) => {
		expect(scheduleProblem(text)).toBeUndefined();
	});

	it.each([
		['', 'empty spec string'],
		[' ', 'expected exactly 5 fields, found 0: []'],
		['* * * *', 'expected exactly 5 fields, found 4: [* * * *]'],
		['* * * * * *', 'expected exactly 5 fields, found 6: [* * * * * *]'],
		['@hourly extra', 'unrecognized descriptor: @hourly extra'],
		['@Daily', 'unrecognized descriptor: @Daily'],
		['@every', 'unrecognized descriptor: @every'],
		['@every ', 'failed to parse duration @every : time: invalid duration ""'],
		['@every 1x', 'failed to parse duration @every 1x: time: unknown unit "x" in duration "1x"'],
		['@every 5', 'failed to parse duration @every 5: time: missing unit in duration "5"'],
		['60 * * * *', 'end of range (60) above maximum (59): 60'],
		['* 24 * * *', 'end of range (24) above maximum (23): 24'],
		['* * 0 * *', 'beginning of range (0) below minimum (1): 0'],
		['* * 32 * *', 'end of range (32) above maximum (31): 32'],
		['* * * 13 *', 'end of range (13) above maximum (12): 13'],
		['* * * * 7', 'end of range (7) above maximum (6): 7'],
		['5-1 * * * *', 'beginning of range (5) beyond end of range (1): 5-1'],
		['*/0 * * * *', 'step of range should be a positive number: */0'],
		['*/-1 * * * *', 'negative number (-1) not allowed: -1'],
		['1/2/3 * * * *', 'too many slashes: 1/2/3'],
		['1-2-3 * * * *', 'too many hyphens: 1-2-3'],
		['a * * * *', 'failed to parse int from a: strconv.Atoi: parsing "a": invalid syntax'],
		['-1 * * * *', 'failed to parse int from : strconv.Atoi: parsing "": invalid syntax'],
		['jan * * * *', 'failed to parse int from jan: strconv.Atoi: parsing "jan": invalid syntax'],
		['99999999999999999999 * * * *', 'failed to parse int from 99999999999999999999: strconv.Atoi: parsing "99999999999999999999": value out of range'],
		['TZ=Nope 0 0 * * *', 'provided bad location Nope: unknown time zone Nope'],
		['TZ=utc 0 0 * * *', 'provided bad location utc: unknown time zone utc'],
		['TZ=../UTC 0 0 * * *', 'provided bad location ../UTC: time: invalid location name'],
		['TZ=UTC', 'no schedule follows the time zone: TZ=UTC'],
		[' TZ=UTC 0 0 * * *', 'expected exactly 5 fields, found 6: [TZ=UTC 0 0 * * *]'],
	])('that is invalid: %j', (text, problem) => {
		expect(scheduleProblem(text)).toBe(problem);
	});
});

describe('a time zone', () => {
	it.each(['', 'UTC', 'Local', 'EST', 'GMT+0', 'Etc/GMT+5', 'Europe/Vienna', 'America/Argentina/Buenos_Aires', 'Antarctica/DumontDUrville'])('%j', (name) => {
		expect(timeZoneProblem(name)).toBeUndefined();
	});
	it.each(['utc', 'europe/vienna', 'CST', 'Europe', 'Europe/', 'Vienna', 'constructor/name', 'Europe/Vienna '])('that is invalid: %j', (name) => {
		expect(timeZoneProblem(name)).toBe(`unknown time zone ${name}`);
	});
	it.each(['../etc', '/UTC', '\\UTC'])('that is a path: %j', (name) => {
		expect(timeZoneProblem(name)).toBe('time: invalid location name');
	});
});
