-- Divisions whose places are given by performance division in cities with split_teen_performance: the Teen ones at first.
alter table age_divisions add column splits_by_performance boolean not null default false;
update age_divisions set splits_by_performance = true where name ~* '\mteens?\M';
