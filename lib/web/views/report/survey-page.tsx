// Page of one survey's week in the survey's time zone.
import type { JSX } from 'preact';
import type { SurveyWeek } from '../../../domain/report.ts';
import { REPORT_VERSION } from '../../../domain/report-versions.ts';
import { hoursOfSurvey } from '../../../charts/week-hours.ts';
import { weekdayHours } from '../../../domain/weekday-hours.ts';
import { withoutIsolates } from '../../../i18n/text-direction.ts';
import { sourceText, weekText, weekBoundText } from '../../../i18n/report-texts/header-texts.ts';
import { kindName } from '../../../i18n/report-texts/index-types.ts';
import { displayText } from '../../../i18n/localization.ts';
import type { SurveyView } from '../../routes.ts';
import { reportView } from '../../routes.ts';
import { useAppContext, useLocalization, useDocumentTitle } from '../../app-context.tsx';
import { ReportProvider, useReport, useReportQuery } from '../../report-context.tsx';
import { surveyName } from '../../features/folders/folder-index.ts';
import { AcceptOffers } from '../../features/accept/accept-offers.tsx';
import { surveyOffers } from '../../features/accept/place-offers.ts';
import { SettingsButton } from '../../features/accept/settings-dialog.tsx';
import { OldRevisionNote } from '../../features/revisions/revisions-panel.tsx';
import { TableDownload } from '../../features/table/table-download.tsx';
import { ViewLink } from '../../ui/controls.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { ReportSkeleton } from '../../ui/page-section.tsx';
import { AlarmSection, SurveyAlerts } from './alert-sections.tsx';
import { FollowUpSections } from './follow-up-sections.tsx';
import { Hours, Days, Headline, Trend } from './index-sections.tsx';
import { EarlierVersionNote } from '../../features/attention/attention-list.tsx';
import { linkedSurveyView, ReportPath } from './report-links.tsx';

export function SurveyPage({ view }: { readonly view: SurveyView }): JSX.Element {
  const { shown, error, refetch } = useReportQuery(view);
  const { folderIndex } = useAppContext();
  const pageLocalization = useLocalization();
  const listedSurvey = folderIndex
    .folder(view.folder)
    ?.surveys.find(({ key }) => key === view.survey);
  const name =
    shown?.localization.names.survey(view.survey) ??
    surveyName(listedSurvey ?? { key: view.survey, name: null }, pageLocalization);
  useDocumentTitle(withoutIsolates(name));
  if (shown === null) {
    if (error === null) return <ReportSkeleton />;
    return (
      <>
        <h1>
          <bdi>{name}</bdi>
        </h1>
        <ErrorNote error={error} onRetry={refetch} />
      </>
    );
  }
  const { surveys } = shown.report;
  const position = surveys.findIndex(({ key }) => key === view.survey);
  const survey = surveys[position];
  return (
    <ReportProvider value={shown}>
      <article class="report">
        {view.revision !== null && <OldRevisionNote revision={view.revision} />}
        {survey === undefined ? (
          <SurveyMissing />
        ) : (
          <>
            <SurveyHeader survey={survey} />
            <SurveyFigures survey={survey} />
            {surveys.length > 1 && <SurveyNeighbours position={position} />}
          </>
        )}
      </article>
    </ReportProvider>
  );
}

function SurveyMissing(): JSX.Element {
  const { page } = useLocalization();
  const { localization, selection } = useReport();
  const { title, text } = page.read.noSurvey;
  return (
    <>
      <header class="report-head">
        <ReportPath isWhole />
        <h1>{title}</h1>
      </header>
      <section class="note">
        <p>{text}</p>
        <p>
          <ViewLink view={reportView(selection, selection.revision)}>
            {page.read.toReport({ place: localization.names.folder(selection.folder) })}
          </ViewLink>
        </p>
      </section>
    </>
  );
}

interface SurveyProps {
  readonly survey: SurveyWeek;
}

function SurveyHeader({ survey }: SurveyProps): JSX.Element {
  const { report, localization } = useReport();
  const { words, formats, names } = localization;
  const { start, end, hours } = survey.period;
  return (
    <header class="report-head">
      <ReportPath isWhole />
      <h1>
        <bdi>{names.survey(survey.key)}</bdi>
      </h1>
      <p class="report-week">
        <span>{weekText(report, localization)}</span>
        <span>{kindName(survey, localization)}</span>
      </p>
      <p class="report-source">
        {words.weekBounds({
          zone: displayText(survey.timeZone, localization, 60),
          start: weekBoundText(start, localization),
          end: weekBoundText(end, localization),
          hours: formats.weekLength(hours),
        })}
      </p>
      <p class="report-source">{sourceText(report, localization)}</p>
      <div class="acts">
        <TableDownload week={report.week} below={report.folder.key} />
        <SettingsButton />
      </div>
    </header>
  );
}

function SurveyFigures({ survey }: SurveyProps): JSX.Element {
  const { report } = useReport();
  return (
    <div class="report-body">
      <div class="report-figures">
        {report.reportVersion !== REPORT_VERSION && <EarlierVersionNote />}
        <Headline place={survey} width="whole" />
        <AcceptOffers offers={surveyOffers(survey, report.week)} />
        <Days days={survey.days} group={survey} />
        <Trend weeks={survey.trend} group={survey} width="half" />
        <Hours
          hours={hoursOfSurvey(survey)}
          cells={weekdayHours(survey.hours)}
          group={survey}
          index={survey.index}
        />
        <FollowUpSections
          painPoints={survey.painPoints}
          highlights={survey.highlights}
          surveyCount={null}
        />
        <AlarmSection surveys={[survey]} />
        <SurveyAlerts survey={survey} />
      </div>
    </div>
  );
}

/** Links to the previous and next survey in the report's order. */
function SurveyNeighbours({ position }: { readonly position: number }): JSX.Element {
  const { page } = useLocalization();
  const { report, localization, selection } = useReport();
  const neighbour = (i: number, title: string, className: string): JSX.Element | null => {
    const survey = i < 0 ? undefined : report.surveys[i];
    if (survey === undefined) return null;
    return (
      <li class={className}>
        <ViewLink view={linkedSurveyView(selection, selection.folder, survey.key)}>
          <span class="neighbour-title">{title}</span>
          <bdi>{localization.names.survey(survey.key)}</bdi>
        </ViewLink>
      </li>
    );
  };
  return (
    <nav class="neighbours" aria-label={page.read.otherSurveys}>
      <ul>
        {neighbour(position - 1, page.read.previousSurvey, 'before')}
        {neighbour(position + 1, page.read.nextSurvey, 'after')}
      </ul>
    </nav>
  );
}
