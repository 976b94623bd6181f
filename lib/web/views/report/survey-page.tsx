// Page of one survey's week in the survey's time zone.
import type { JSX } from 'preact';
import type { Report, SurveyWeek } from '../../../domain/report.ts';
import { weekdayHours } from '../../../charts/best-worst-hours.ts';
import { withoutIsolates } from '../../../i18n/text-direction.ts';
import { sourceText, weekText } from '../../../i18n/report-texts/header-texts.ts';
import { kindName } from '../../../i18n/report-texts/index-types.ts';
import { weekBoundText } from '../../../i18n/report-texts/method-texts.ts';
import type { Localization } from '../../../i18n/localization.ts';
import { displayText } from '../../../i18n/localization.ts';
import type { SurveyView } from '../../routes.ts';
import { reportView } from '../../routes.ts';
import { SurveyAlerts } from './alerts-section.tsx';
import { FollowUpSections } from './follow-up-sections.tsx';
import { Headline } from './headline.tsx';
import { Hours } from './hours-section.tsx';
import { useAppContext, useLocalization, useDocumentTitle } from '../../app-context.tsx';
import { ViewLink } from '../../ui/view-link.tsx';
import { linkedSurveyView } from '../../features/folders/folder-links.tsx';
import { surveyName } from '../../features/folders/folder-names.ts';
import { ReportPath } from './report-header.tsx';
import { ReportSkeleton } from './report-states.tsx';
import { OldRevisionNote } from '../../features/revisions/revisions-panel.tsx';
import { Days, Trend } from './index-series.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useReportLocalization, useReport } from '../../api/use-report.ts';

export function SurveyPage({ view }: { readonly view: SurveyView }): JSX.Element {
  const { data: report, error, refetch } = useReport(view);
  const { folderIndex } = useAppContext();
  const pageLocalization = useLocalization();
  const localization = useReportLocalization(report);
  const listedSurvey = folderIndex
    .folder(view.folder)
    ?.surveys.find(({ key }) => key === view.survey);
  const name =
    localization?.names.survey(view.survey) ??
    surveyName(listedSurvey ?? { key: view.survey, name: null }, pageLocalization);
  useDocumentTitle(withoutIsolates(name));
  if (report === null || localization === null) {
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
  const position = report.surveys.findIndex(({ key }) => key === view.survey);
  const survey = report.surveys[position];
  return (
    <article class="report">
      {view.revision !== null && <OldRevisionNote place={view} revision={view.revision} />}
      {survey === undefined ? (
        <SurveyMissing view={view} report={report} localization={localization} />
      ) : (
        <>
          <SurveyHeader view={view} report={report} localization={localization} survey={survey} />
          <SurveyFigures view={view} localization={localization} survey={survey} />
          <SurveyNeighbours
            view={view}
            report={report}
            localization={localization}
            position={position}
          />
        </>
      )}
    </article>
  );
}

interface SurveyInReport {
  readonly view: SurveyView;
  readonly report: Report;
  readonly localization: Localization;
}

function SurveyMissing({ view, report, localization }: SurveyInReport): JSX.Element {
  const { page } = useLocalization();
  const [title = '', detail = ''] = page.read.noSurvey;
  return (
    <>
      <header class="report-head">
        <ReportPath report={report} localization={localization} selection={view} isWhole />
        <h1>{title}</h1>
      </header>
      <section class="note">
        <p>{detail}</p>
        <p>
          <ViewLink view={reportView(view, view.revision)}>
            {page.read.toReport(localization.names.folder(view.folder))}
          </ViewLink>
        </p>
      </section>
    </>
  );
}

function SurveyHeader({
  view,
  report,
  localization,
  survey,
}: SurveyInReport & { readonly survey: SurveyWeek }): JSX.Element {
  const { words, formats } = localization;
  const { start, end, hours } = survey.period;
  const zone = displayText(survey.timeZone, localization, 60);
  return (
    <header class="report-head">
      <ReportPath report={report} localization={localization} selection={view} isWhole />
      <h1>
        <bdi>{localization.names.survey(survey.key)}</bdi>
      </h1>
      <p class="report-week">
        <span>{weekText(report, localization)}</span>
        <span>{kindName(survey, localization)}</span>
      </p>
      <p class="report-source">
        {words.weekBounds(
          zone,
          weekBoundText(start, localization),
          weekBoundText(end, localization),
          formats.hours(hours),
        )}
      </p>
      <p class="report-source">{sourceText(report, localization)}</p>
    </header>
  );
}

interface SurveyFiguresProps {
  readonly view: SurveyView;
  readonly localization: Localization;
  readonly survey: SurveyWeek;
}

function SurveyFigures({ view, localization, survey }: SurveyFiguresProps): JSX.Element {
  return (
    <div class="report-body">
      <div class="report-figures">
        <Headline figures={survey} localization={localization} />
        <Days days={survey.days} group={survey} localization={localization} />
        <Trend weeks={survey.trend} group={survey} localization={localization} width="half" />
        <Hours
          cells={weekdayHours(survey.hours)}
          group={survey}
          index={survey.index}
          localization={localization}
        />
        <FollowUpSections
          painPoints={survey.painPoints}
          highlights={survey.highlights}
          surveyCount={null}
          localization={localization}
        />
        <SurveyAlerts survey={survey} localization={localization} selection={view} />
      </div>
    </div>
  );
}

/** Links to the previous and next survey in the report's order. */
function SurveyNeighbours({
  view,
  report,
  localization,
  position,
}: SurveyInReport & { readonly position: number }): JSX.Element | null {
  const { page } = useLocalization();
  const neighbour = (i: number, title: string, className: string): JSX.Element | null => {
    const survey = i < 0 ? undefined : report.surveys[i];
    if (survey === undefined) return null;
    return (
      <li class={className}>
        <ViewLink view={linkedSurveyView(view, view.folder, survey.key)}>
          <span class="neighbour-title">{title}</span>
          <bdi>{localization.names.survey(survey.key)}</bdi>
        </ViewLink>
      </li>
    );
  };
  if (report.surveys.length < 2) return null;
  return (
    <nav class="neighbours" aria-label={page.read.otherSurveys}>
      <ul>
        {neighbour(position - 1, page.read.previousSurvey, 'before')}
        {neighbour(position + 1, page.read.nextSurvey, 'after')}
      </ul>
    </nav>
  );
}
