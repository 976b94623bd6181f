// The head of the front page, and what stands at the top and the foot of every page.
import type { Report } from '../../../domain/report.ts';
import type { Block } from '../block.ts';
import { paragraph, stacked } from '../block.ts';
import { weekNumber } from '../charts/trend.ts';
import type { Part } from '../operations.ts';
import { line } from '../operations.ts';
import { responsesText } from '../sentence.ts';
import type { Setting } from '../setting.ts';
import { shown } from '../setting.ts';
import { fitted, lineAt } from '../text/typesetter.ts';
import { MARGIN, colours, inColour, space, type } from '../theme.ts';

export function frontHead(report: Report, setting: Setting): Block {
  const { words, formats, names, width } = setting;
  const path = report.folder.path.map(({ key }) => names.folder(key)).join('  ›  ');
  const week = words.week(
    formats.dateRange(report.from, report.to),
    formats.numeral(weekNumber(report.week)),
  );
  return stacked([
    ...(path === '' ? [] : [paragraph('P', path, type.quiet, width, { maxLines: 2 })]),
    paragraph('H1', names.folder(report.folder.key), type.title, width, { maxLines: 3, before: 2 }),
    paragraph('P', `${week}  ·  ${zonesText(report, setting)}`, type.body, width, {
      maxLines: 2,
      before: 2,
    }),
    ...totals(report, setting),
  ]);
}

/** Of a folder with subfolders, whatever the kinds of index: what was said, by how many, and what went off. */
function totals({ status, subfolders, summary }: Report, setting: Setting): readonly Block[] {
  const { words, formats, width } = setting;
  const { surveys, surveysWithResponses } = summary;
  if (subfolders.length === 0 || surveys === 0) return [];
  const counted = words.surveysIn(formats.count(surveys), formats.plural(surveys));
  const heard =
    surveysWithResponses === surveys
      ? counted
      : words.surveysHeard(formats.count(surveysWithResponses), counted);
  const { started, carriedOver, open } = summary.alerts;
  const alerts = started + carriedOver;
  const none = status === 'partial' ? words.alertTotalsNoneRead : words.alertTotalsNone;
  const wentOff =
    alerts === 0
      ? none
      : words.alertTotals(
          formats.count(alerts),
          formats.plural(alerts),
          formats.count(started),
          formats.count(carriedOver),
          formats.count(open),
        );
  const said = words.responsesFrom(responsesText(summary, setting), heard);
  return [
    paragraph('P', `${said}  ·  ${wentOff}`, type.body, width, {
      maxLines: 2,
      before: space.small,
    }),
  ];
}

/** One zone by its name, several by their number; a region's surveys keep their own. */
function zonesText(report: Report, setting: Setting): string {
  const { words, formats } = setting;
  const zones = [...new Set(report.surveys.map((survey) => survey.timeZone))];
  if (report.subfolders.length > 0 || zones.length === 0) return words.eachOwnTimeZone;
  const named = zones.map((zone) => shown(zone, setting, 60));
  if (zones.length <= 3) return words.timeZones(formats.list(named));
  return words.manyTimeZones(formats.count(zones.length));
}

export function pageFrame(
  page: number,
  pages: number,
  report: Report,
  setting: Setting,
): readonly Part[] {
  const { sheet, words, formats, names, width } = setting;
  const style = inColour(type.label, colours.muted);
  const foot = sheet.height - MARGIN.bottom - 2;
  const of = words.pageOf(formats.count(page), formats.count(pages));
  const source = [
    words.dataAsOf(formats.utc(report.asOf)),
    words.revision(formats.count(report.revision)),
  ].join('  ·  ');
  const footer = [
    line([sheet.left, foot - 12], [sheet.right, foot - 12], colours.hairline, 0.5),
    ...lineAt(fitted(source, style, width * 0.75), style, sheet.left, foot),
    ...lineAt(of, style, sheet.right, foot, 'right'),
  ];
  if (page === 1) return [{ element: null, operations: footer }];
  const week = words.week(
    formats.dateRange(report.from, report.to),
    formats.numeral(weekNumber(report.week)),
  );
  const name = fitted(names.folder(report.folder.key), style, width * 0.5);
  const top = MARGIN.top + 8;
  return [
    {
      element: null,
      operations: [
        ...lineAt(name, style, sheet.left, top),
        ...lineAt(fitted(week, style, width * 0.45), style, sheet.right, top, 'right'),
        ...footer,
      ],
    },
  ];
}
